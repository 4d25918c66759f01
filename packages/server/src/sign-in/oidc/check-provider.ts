import type { OidcSettings } from "../../configuration/sign-in.ts";
import type { WholeFetch } from "../../upstream/whole-fetch.ts";
import { clientAuthentication, discover, fetchOptions } from "./discover.ts";

interface CheckedProvider {
  /** What may be wrong: a provider need not list all that it does. */
  readonly doubts: readonly string[];
  readonly offersSignOut: boolean;
}

/**
 * Reads all that a sign-in needs of the provider, and asks with the client's credential for a code that never was. Throws
 * an Error that says what is wrong.
 */
export async function checkProvider(
  settings: OidcSettings,
  fetch: WholeFetch,
): Promise<CheckedProvider> {
  const { server, endSessionEndpoint } = await discover(settings.issuer, fetch);
  await checkKeys(String(server.jwks_uri), fetch);
  await checkClient(settings, server, fetch);
  return {
    doubts: [
      ...lacking("scope", settings.scopes, server["scopes_supported"]),
      ...lacking(
        "claim",
        settings.rolesClaim === null ? [] : [settings.rolesClaim.split(".")[0] ?? ""],
        server["claims_supported"],
      ),
    ],
    offersSignOut: endSessionEndpoint !== null,
  };
}

type Server = Awaited<ReturnType<typeof discover>>["server"];

async function checkKeys(address: string, fetch: WholeFetch): Promise<void> {
  const response = await fetch(address, { method: "GET", headers: { accept: "application/json" } });
  const document: unknown = await response.json().catch(() => null);
  const keys = typeof document === "object" && document && Reflect.get(document, "keys");
  if (!Array.isArray(keys) || keys.length === 0)
    throw new Error(`the jwks_uri ${address} gives no keys (${response.status})`);
}

async function checkClient(
  settings: OidcSettings,
  server: Server,
  fetch: WholeFetch,
): Promise<void> {
  const oauth = await import("oauth4webapi");
  const response = await oauth.genericTokenEndpointRequest(
    server,
    { client_id: settings.clientId },
    clientAuthentication(oauth, server, settings),
    "authorization_code",
    {
      code: "portico-doctor",
      code_verifier: oauth.generateRandomCodeVerifier(),
      redirect_uri: settings.redirectUri ?? "",
    },
    fetchOptions(oauth, settings.issuer, fetch),
  );
  const reply: unknown = await response.json().catch(() => null);
  const code = typeof reply === "object" && reply && Reflect.get(reply, "error");
  if (code === "invalid_client" || code === "unauthorized_client" || response.status === 401)
    throw new Error(`${settings.issuer} does not accept client_id and client_secret (${code})`);
}

function lacking(what: string, needed: readonly string[], listed: unknown): readonly string[] {
  if (!Array.isArray(listed)) return [];
  return needed
    .filter((name) => !listed.includes(name))
    .map((name) => `the provider does not list the ${what} ${JSON.stringify(name)}`);
}

import type { AuthorizationServer, ClientAuth } from "oauth4webapi";
import type { OidcSettings } from "../../configuration/sign-in.ts";
import type { WholeFetch } from "../../upstream/whole-fetch.ts";

/** What a sign-in needs of a provider's discovery document. */
export interface Discovered {
  readonly server: AuthorizationServer;
  readonly authorizationEndpoint: URL;
  /** Where a browser ends its session at the provider; null where the provider has no such page. */
  readonly endSessionEndpoint: URL | null;
}

/** The provider's discovery document does not allow a sign-in. The message says what is wrong. */
export class UnusableDiscovery extends Error {
  override readonly name = "UnusableDiscovery";
}

/** Reads the provider's discovery document. Throws an UpstreamError where it does not come, or an UnusableDiscovery. */
export async function discover(issuer: string, fetch: WholeFetch): Promise<Discovered> {
  const oauth = await import("oauth4webapi");
  const identifier = new URL(issuer);
  const response = await oauth.discoveryRequest(identifier, {
    algorithm: "oidc",
    ...fetchOptions(oauth, issuer, fetch),
  });
  if (response.status !== 200)
    throw new UnusableDiscovery(
      `${documentOf(issuer)} answers ${response.status}: is the issuer right?`,
    );
  const named = await issuerIn(response.clone());
  try {
    const server = await oauth.processDiscoveryResponse(identifier, response);
    return { server, ...endpointsOf(server, issuer) };
  } catch (error) {
    if (error instanceof UnusableDiscovery) throw error;
    if (named !== null && named !== issuer)
      throw new UnusableDiscovery(
        `${documentOf(issuer)} names the issuer ${JSON.stringify(named.slice(0, 300))}: write exactly that.`,
        { cause: error },
      );
    throw new UnusableDiscovery(`${documentOf(issuer)} is no discovery document.`, {
      cause: error,
    });
  }
}

function documentOf(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

async function issuerIn(response: Response): Promise<string | null> {
  const document: unknown = await response.json().catch(() => null);
  const issuer = typeof document === "object" && document && Reflect.get(document, "issuer");
  return typeof issuer === "string" ? issuer : null;
}

function endpointsOf(
  server: AuthorizationServer,
  issuer: string,
): Pick<Discovered, "authorizationEndpoint" | "endSessionEndpoint"> {
  const fault = (what: string) => new UnusableDiscovery(`${documentOf(issuer)} ${what}.`);
  const endpoint = (name: keyof AuthorizationServer): URL => {
    const url = urlOf(server[name], issuer);
    if (url === null) throw fault(`names no usable ${String(name)}`);
    return url;
  };
  endpoint("token_endpoint");
  endpoint("jwks_uri");
  const methods = server.code_challenge_methods_supported;
  if (methods !== undefined && !methods.includes("S256"))
    throw fault("does not list S256 among code_challenge_methods_supported: PKCE is needed");
  if (server.response_types_supported?.includes("code") === false)
    throw fault('does not list "code" among response_types_supported');
  return {
    authorizationEndpoint: endpoint("authorization_endpoint"),
    endSessionEndpoint: urlOf(server.end_session_endpoint, issuer),
  };
}

/** Browsers are sent there, so the scheme is checked: `javascript:` would be a script. */
function urlOf(text: unknown, issuer: string): URL | null {
  if (typeof text !== "string" || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || (url.protocol === "http:" && mayBePlain(issuer)) ? url : null;
}

/** How the gateway proves to the provider that it is this client. */
export function clientAuthentication(
  { ClientSecretBasic, ClientSecretPost, None }: typeof import("oauth4webapi"),
  { token_endpoint_auth_methods_supported: methods }: AuthorizationServer,
  { clientSecret }: OidcSettings,
): ClientAuth {
  if (clientSecret === null) return None();
  // Where the document has no list, the standard's default is basic.
  const takesBasic = methods === undefined || methods.includes("client_secret_basic");
  return takesBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
}

/** The configuration allows http for an issuer on this machine alone. */
function mayBePlain(issuer: string): boolean {
  return new URL(issuer).protocol === "http:";
}

/**
 * The options of every request to a provider. The library calls its option for http deprecated, so that it stands out
 * in a review: it is asked for by name, in this place alone.
 */
export function fetchOptions(
  oauth: typeof import("oauth4webapi"),
  issuer: string,
  fetch: WholeFetch,
) {
  const allowsPlain: symbol = Reflect.get(oauth, "allowInsecureRequests");
  const plain: Readonly<Record<symbol, boolean>> = { [allowsPlain]: mayBePlain(issuer) };
  return { ...plain, [oauth.customFetch]: fetch };
}

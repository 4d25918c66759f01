import { createHash, createPrivateKey, sign } from "node:crypto";
import { countOf, fieldsOf, textOf } from "../../json/json-shape.ts";
import { readJsonReply } from "../../upstream/read-reply.ts";
import { readRefusal } from "../../upstream/read-upstream-error.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { ProviderSettings } from "../provider.ts";
import { type Lease, Renewed } from "../wire/renewed.ts";
import type { GoogleCredential } from "./google-credential.ts";

/** Never the address that a credential names: a tenant's could point anywhere. */
const googleTokenUrl = "https://oauth2.googleapis.com/token";
export const googleScope = "https://www.googleapis.com/auth/cloud-platform";
/** Workspaces with credentials of their own must not fill the memory. */
const maxTokens = 1_000;

type TokenCredential = Extract<GoogleCredential, { readonly type: "account" | "user" }>;

/** Access tokens by credential: fetched once for all who wait, and again before they end. */
export class AccessTokens {
  readonly #settings: ProviderSettings;
  readonly #upstream: Upstream;
  readonly #held = new Map<string, Renewed<string>>();

  constructor(settings: ProviderSettings, upstream: Upstream) {
    this.#settings = settings;
    this.#upstream = upstream;
  }

  async tokenFor(credential: TokenCredential, signal: AbortSignal): Promise<string> {
    const id = idOf(credential);
    const held = this.#held.get(id) ?? this.#hold(id);
    return await held.get(() => this.#fetch(credential), signal);
  }

  /** For a token that was refused before its time. */
  forget(credential: TokenCredential): void {
    this.#held.delete(idOf(credential));
  }

  #hold(id: string): Renewed<string> {
    if (this.#held.size >= maxTokens) this.#held.clear();
    const held = new Renewed<string>();
    this.#held.set(id, held);
    return held;
  }

  async #fetch(credential: TokenCredential): Promise<Lease<string>> {
    const { timeouts, options } = this.#settings;
    const url = textOf(options["token_url"]);
    const reply = await this.#upstream.request({
      url: url ?? googleTokenUrl,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(grantOf(credential, url ?? googleTokenUrl)).toString(),
      // Others wait for the same token: no single caller's hang-up may end it.
      signal: new AbortController().signal,
      timeouts,
      operatorUrl: url,
    });
    if (reply.status !== 200) {
      // Google answers 400 for a key that it does not know, which is no fault of the request.
      const { failure, retryAfterMs } = await readRefusal(reply);
      throw new UpstreamError(
        failure === "rejected" || failure === "modelNotFound" ? "credential" : failure,
        "Google gave no access token for the credential.",
        { status: reply.status, retryAfterMs },
      );
    }
    const answer = fieldsOf(await readJsonReply(reply));
    const token = textOf(answer["access_token"]);
    if (token === undefined)
      throw new UpstreamError("malformed", "Google's reply holds no access token.");

    const livesMs = (countOf(answer["expires_in"]) ?? 3_600) * 1_000;
    return { value: token, endsAtMs: Date.now() + livesMs };
  }
}

function grantOf(credential: TokenCredential, audience: string): Record<string, string> {
  return credential.type === "account"
    ? {
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: assertion(credential, audience),
      }
    : {
        grant_type: "refresh_token",
        client_id: credential.clientId,
        client_secret: credential.clientSecret,
        refresh_token: credential.refreshToken,
      };
}

/** https://developers.google.com/identity/protocols/oauth2/service-account#jwt-auth */
function assertion(
  credential: Extract<GoogleCredential, { readonly type: "account" }>,
  audience: string,
): string {
  const issued = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: credential.email,
    scope: googleScope,
    aud: audience,
    iat: issued,
    exp: issued + 3_600,
  };
  const unsigned = `${encoded({ alg: "RS256", typ: "JWT" })}.${encoded(claims)}`;
  return `${unsigned}.${signed(unsigned, credential.privateKey)}`;
}

function signed(text: string, privateKey: string): string {
  try {
    return sign("RSA-SHA256", Buffer.from(text), createPrivateKey(privateKey)).toString(
      "base64url",
    );
  } catch (cause) {
    throw unusableKey(cause);
  }
}

function unusableKey(cause: unknown): UpstreamError {
  const message = "The service account's private key cannot be used.";
  return new UpstreamError("credential", message, { cause });
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function idOf(credential: TokenCredential): string {
  return createHash("sha256").update(JSON.stringify(credential)).digest("base64");
}

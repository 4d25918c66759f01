import { textOf } from "../../json/json-shape.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { ProviderSettings } from "../provider.ts";
import type { CredentialLibrary } from "../wire/library-credential.ts";
import { LibraryCredential } from "../wire/library-credential.ts";
import { AccessTokens, googleScope } from "./access-tokens.ts";
import { type GoogleCredential, googleCredential } from "./google-credential.ts";

/** What a call is made with: a credential that stands somewhere, or the one that Google's library finds. */
export type CallCredential = GoogleCredential | { readonly type: "found" };

/** Finds the credential of each call, and makes of it the headers of a request. */
export class GoogleCredentials {
  readonly #settings: ProviderSettings;
  readonly #tokens: AccessTokens;
  readonly #found: LibraryCredential<GoogleHeaders> | undefined;

  constructor(settings: ProviderSettings, upstream: Upstream) {
    this.#settings = settings;
    this.#tokens = new AccessTokens(settings, upstream);
    const { credentials, project } = settings.options;
    // The configuration is refused without a project; an empty one would send the library in search of it.
    if (credentials === "default")
      this.#found = new LibraryCredential(settings, googleLibrary(textOf(project) ?? "unnamed"));
  }

  /** A workspace's own, where it has brought one: then nothing else is looked at. */
  of(own: string | undefined): CallCredential {
    const { apiKey } = this.#settings;
    return own === undefined && this.#found !== undefined
      ? { type: "found" }
      : googleCredential(own ?? apiKey);
  }

  async headers(credential: CallCredential, signal: AbortSignal): Promise<GoogleHeaders> {
    switch (credential.type) {
      case "key":
        return { "x-goog-api-key": credential.key };
      case "token":
        return { authorization: `Bearer ${credential.token}` };
      case "found":
        return (await this.#found?.get(signal)) ?? {};
      default:
        return { authorization: `Bearer ${await this.#tokens.tokenFor(credential, signal)}` };
    }
  }

  /** For headers that were refused before their time. */
  forget(credential: CallCredential, headers: GoogleHeaders): void {
    if (credential.type === "found") this.#found?.forget(headers);
    if (credential.type === "account" || credential.type === "user")
      this.#tokens.forget(credential);
  }
}

/** The headers that Google's library puts on a request: the token and, for a user's credential, who is billed. */
type GoogleHeaders = Readonly<Record<string, string>>;

/** Tokens live an hour; this is for one of which nothing is said. */
const lookAgainMs = 30 * 60 * 1_000;

/**
 * Google's own search for a credential: https://cloud.google.com/docs/authentication/application-default-credentials.
 * The project is named by the operator: in search of one the library would run `gcloud`.
 */
function googleLibrary(projectId: string): CredentialLibrary<GoogleHeaders> {
  return {
    async fetch() {
      const { GoogleAuth } = await import("google-auth-library");
      // A new one each time: it would give out the token that was just refused.
      const client = await new GoogleAuth({ projectId, scopes: googleScope }).getClient();
      const headers = await client.getRequestHeaders();
      const endsAtMs = client.credentials.expiry_date ?? Date.now() + lookAgainMs;
      return { value: Object.fromEntries(headers), endsAtMs };
    },
    advice:
      "Google's library tries, in this order, and ends where one is set up and fails: the file that GOOGLE_APPLICATION_CREDENTIALS names (a service account, workload identity federation, a user); what `gcloud auth application-default login` has written; the metadata server of GKE, GCE or Cloud Run. Set one of them up for the gateway's process, or give the provider a service account's JSON as `api_key`.",
  };
}

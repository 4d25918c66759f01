import { textOf } from "../../json/json-shape.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { ProviderSettings } from "../provider.ts";
import { LibraryCredential } from "../wire/library-credential.ts";
import { AccessTokens } from "./access-tokens.ts";
import { type GoogleCredential, googleCredential } from "./google-credential.ts";
import { type GoogleHeaders, googleLibrary } from "./google-library.ts";

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

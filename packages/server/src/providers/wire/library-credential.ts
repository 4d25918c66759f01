import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { ProviderSettings } from "../provider.ts";
import { type Lease, orAborted, Renewed } from "./renewed.ts";

/** A cloud's own library, and what to say where it finds nothing. */
export interface CredentialLibrary<Value> {
  fetch(): Promise<Lease<Value>>;
  /** Where it looks and what the operator can do: whole sentences. */
  readonly advice: string;
}

/** The longest wait for a library: a metadata server answers in milliseconds, a token service in a second. */
const longestMs = 30_000;
/** Each search that finds nothing costs seconds on a machine that is not the cloud's. */
const failureHoldsMs = 5_000;

/**
 * The operator's own credential, as the cloud's library finds it on this machine. Such a library opens connections of its
 * own (metadata servers, token services) and reads files: neither passes upstream/upstream.ts, which would refuse the
 * addresses. So it is never given anything that comes from a workspace.
 */
export class LibraryCredential<Value> {
  readonly #library: CredentialLibrary<Value>;
  readonly #renewed = new Renewed<Value>({ failureHoldsMs });
  readonly #fetch: () => Promise<Lease<Value>>;

  constructor({ timeouts }: Pick<ProviderSettings, "timeouts">, library: CredentialLibrary<Value>) {
    this.#library = library;
    const waitMs = Math.min(timeouts.firstByteMs, longestMs);
    this.#fetch = () => this.#find(waitMs);
    // The library is loaded and asked at the start: no request has to wait for either.
    this.#renewed.get(this.#fetch).catch(() => {});
  }

  get(signal: AbortSignal): Promise<Value> {
    return this.#renewed.get(this.#fetch, signal);
  }

  forget(value: Value): void {
    this.#renewed.forget(value);
  }

  async #find(waitMs: number): Promise<Lease<Value>> {
    try {
      return await orAborted(this.#library.fetch(), AbortSignal.timeout(waitMs));
    } catch (error) {
      throw this.#notFound(error, waitMs);
    }
  }

  /** Without a status, which says that the upstream itself was not asked. */
  #notFound(cause: unknown, waitMs: number): UpstreamError {
    const message = `The gateway found no credential: ${reasonOf(cause, waitMs)} ${this.#library.advice}`;
    return new UpstreamError("credential", message, {
      cause: new CredentialNotFoundError(message, { cause }),
    });
  }
}

/** For the log, which does not repeat the message of an UpstreamError: that may be an upstream's own. */
class CredentialNotFoundError extends Error {
  override readonly name = "CredentialNotFoundError";
}

function reasonOf(cause: unknown, waitMs: number): string {
  if (!(cause instanceof Error)) return `${String(cause)}.`;
  if (cause.name === "TimeoutError") return `nothing came within ${waitMs} ms.`;
  const [line = ""] = cause.message.slice(0, 500).split("\n");
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

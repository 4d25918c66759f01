import { fromEnvironment } from "./environment.ts";
import { ConfigurationError } from "./errors.ts";
import type { TransportOptions } from "./transport.ts";

/**
 * What `createPortico` takes. Everything has a default, where the environment has the address and the key.
 *
 * @example
 * const options: PorticoOptions = {
 *   baseUrl: "http://127.0.0.1:8787",
 *   apiKey: async () => (await fetch("/my-key")).text(),
 *   app: { title: "Support desk" },
 * };
 * const portico = createPortico(options);
 */
export interface PorticoOptions extends TransportOptions {
  /** The gateway's address; default `PORTICO_BASE_URL`. If it has no path, `/api/v1` is added. */
  readonly baseUrl?: string | undefined;
  /**
   * The key, or a function that returns it, for keys that are renewed; default `PORTICO_API_KEY`.
   *
   * `null` sends no key: the browser's session of the gateway counts, in a page on the gateway's own address, and nothing
   * but `POST /session` and `GET /session/ways` is answered before one has begun.
   *
   * ```ts
   * const portico = createPortico({ baseUrl: location.origin, apiKey: null });
   * await portico.POST("/session", { body: { key: typedIn } });
   * ```
   */
  readonly apiKey?: string | (() => string | Promise<string>) | null | undefined;
  /** Names your application in the gateway's activity. */
  readonly app?: { readonly title?: string; readonly url?: string };
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream that is silent for this long is closed. Default 60,000; 0: no limit. */
  readonly streamIdleTimeoutMs?: number;
}

/** The checked options of a client. */
export interface Destination {
  readonly baseUrl: string;
  /** The key for one request; null to go by the browser's session. */
  readonly key: (() => Promise<string>) | null;
}

/** Takes missing options from the environment, and throws for invalid ones before the first request. */
export function destinationOf({ baseUrl, apiKey }: PorticoOptions): Destination {
  if (apiKey === null) return { baseUrl: usableAddress(baseUrl), key: null };
  const given: unknown = apiKey ?? fromEnvironment("PORTICO_API_KEY");
  if (given === undefined)
    throw new ConfigurationError("apiKey is missing: pass it, or set PORTICO_API_KEY.");
  if (typeof given !== "function") {
    const key = usableKey(given);
    return { baseUrl: usableAddress(baseUrl), key: async () => key };
  }
  return { baseUrl: usableAddress(baseUrl), key: async () => usableKey(await given()) };
}

function usableKey(key: unknown): string {
  if (typeof key !== "string" || key.trim() === "")
    throw new ConfigurationError("apiKey must be a key, or a function that gives one.");
  // A key that was read from a file may end in a line break.
  const trimmed = key.trim();
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw new ConfigurationError(
      "apiKey has characters that no key has: copy the whole key, and nothing else.",
    );
  return trimmed;
}

function usableAddress(given: unknown): string {
  const baseUrl = given ?? fromEnvironment("PORTICO_BASE_URL");
  if (baseUrl === undefined)
    throw new ConfigurationError("baseUrl is missing: pass it, or set PORTICO_BASE_URL.");
  const url = typeof baseUrl === "string" && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ConfigurationError(
      `baseUrl must be an address such as http://127.0.0.1:8787/api/v1, not ${JSON.stringify(baseUrl)}.`,
    );
  if (url.pathname === "/") url.pathname = "/api/v1";
  return url.href.replace(/\/$/, "");
}

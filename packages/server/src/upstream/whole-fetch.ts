import { readPieces } from "./read-reply.ts";
import type { Timeouts } from "./request.ts";
import type { Upstream } from "./upstream.ts";

export interface WholeFetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export type WholeFetch = (url: string, init: WholeFetchInit) => Promise<Response>;

const maxBytes = 1024 * 1024;
const timeouts: Timeouts = { connectMs: 5_000, firstByteMs: 8_000, idleMs: 5_000, totalMs: 10_000 };
/** A `Response` of these statuses may not have a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * `fetch` for a library that wants one, for addresses that the operator chose: bounded in time and bytes, without
 * redirects. Rejects with an UpstreamError.
 */
export function wholeFetch(upstream: Upstream): WholeFetch {
  return async (url, { method, headers, body, signal }) => {
    const limit = AbortSignal.timeout(timeouts.totalMs);
    const reply = await upstream.request({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers: { ...headers, "user-agent": "portico" },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      timeouts,
      operatorUrl: url,
    });
    const pieces = await readPieces(reply, maxBytes);
    const whole = bodiless.has(reply.status) ? null : Buffer.concat(pieces);
    return new Response(whole, { status: reply.status, headers: namedHeaders(reply.headers) });
  };
}

function namedHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const named = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) named.append(name, one);
  return named;
}

import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { readableHeaders } from "@portico/contract/readable-headers";

const local = /^https?:\/\/(localhost|[\w-]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/** CORS headers for pages that are served from this machine. */
export function corsHeaders({ headers }: IncomingMessage): Record<string, string> {
  const { origin } = headers;
  if (origin === undefined || !local.test(origin)) return {};
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    Vary: "Origin",
    "Access-Control-Allow-Methods": "GET, POST, PATCH, PUT, DELETE",
    "Access-Control-Allow-Headers":
      headers["access-control-request-headers"] ??
      "Authorization, Content-Type, Prefer, Portico-Session, Portico-Scenario",
    "Access-Control-Expose-Headers": `${readableHeaders}, Portico-Replay`,
    "Access-Control-Max-Age": "600",
  };
}

/**
 * The headers of a gateway's reply, and those of `corsHeaders`, where there are some, in place of its own: a browser refuses a
 * reply that names its origin twice.
 */
export function withCors(
  headers: IncomingHttpHeaders,
  cors: Readonly<Record<string, string>>,
): OutgoingHttpHeaders {
  if (Object.keys(cors).length === 0) return headers;
  const others = Object.entries(headers).filter(([name]) => !name.startsWith("access-control-"));
  return { ...Object.fromEntries(others), ...cors };
}

import type { IncomingMessage } from "node:http";
import { GatewayError } from "../../errors.ts";

/** A name or an address, with or without a port, and no other part of a URL. */
const hostForm = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The origin that the caller used, such as `https://gateway.example`; null where the headers name none. Forwarding
 * headers are believed only where the operator says that a proxy in front sets them and callers cannot.
 */
export function askedOrigin(
  { headers }: Pick<IncomingMessage, "headers">,
  trustsForwarded: boolean,
): string | null {
  const forwardedHost = trustsForwarded ? firstOf(headers["x-forwarded-host"]) : undefined;
  const forwardedProto = trustsForwarded ? firstOf(headers["x-forwarded-proto"]) : undefined;
  const host = forwardedHost ?? headers.host;
  if (host === undefined || !hostForm.test(host)) return null;
  return `${forwardedProto?.toLowerCase() === "https" ? "https" : "http"}://${host.toLowerCase()}`;
}

/** With several proxies, the first entry is the proxy that the caller used. */
function firstOf(header: string | readonly string[] | undefined): string | undefined {
  const text = typeof header === "string" ? header : header?.[0];
  return text?.split(",")[0]?.trim();
}

/** The name or address of the `Host` header, without its port; empty where it has none. */
export function hostOf({ host = "" }: IncomingMessage["headers"]): string {
  return hostForm.test(host) ? host.toLowerCase().replace(/:\d+$/, "") : "";
}

/** HTTP/1.1 requires the header. Without it, a proxy could send the request to any host. */
export function noHost(): GatewayError {
  return new GatewayError("badRequest", { message: "The request has no Host header." });
}

export function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === "1.1";
}

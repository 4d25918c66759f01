import type { IncomingMessage } from "node:http";
import { type Networks, plainAddress } from "../../networks.ts";

/** Proxies of which the operator says that they write the addresses of their callers into `X-Forwarded-For`. */
export type TrustedProxies = Networks;

export const noProxies: TrustedProxies = { has: () => false };

/**
 * The address of the caller. Behind trusted proxies it is the last address of `X-Forwarded-For` that is not a trusted
 * proxy's: everything in front of it was sent by the caller and may be invented. Null where the connection is
 * already closed, or where a proxy names something that is not an address.
 */
export function clientIpOf(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  proxies: TrustedProxies,
): string | null {
  const peer = plainAddress(socket.remoteAddress ?? "");
  if (peer === null || !proxies.has(peer)) return peer;
  // Node joins several such headers with a comma.
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  let client: string | null = peer;
  for (const text of forwarded.reverse()) {
    if (text.trim() === "") return client;
    client = plainAddress(text.trim());
    if (client === null || !proxies.has(client)) return client;
  }
  return client;
}

import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { type Finding, failed, messageOf, ok } from "./finding.ts";

const timeoutMs = 10_000;

/** Connects, over TLS where the address says so, and sends nothing. */
export async function checkWebhook(address: string): Promise<Finding> {
  const { protocol, hostname, port, host } = new URL(address);
  const isSecure = protocol === "https:";
  const name = hostname.replace(/^\[|\]$/g, "");
  const to = { host: name, port: Number(port) || (isSecure ? 443 : 80) };
  const socket = isSecure ? connectSecurely(to) : connect(to);
  try {
    await once(socket, isSecure ? "secureConnect" : "connect", {
      signal: AbortSignal.timeout(timeoutMs),
    });
    return ok("webhook", `notices go to ${host}, which answers`);
  } catch (error) {
    return failed("webhook", `${host}: ${messageOf(error)}`);
  } finally {
    socket.destroy();
  }
}

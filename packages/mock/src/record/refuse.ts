import type { ServerResponse } from "node:http";
import type { Schema } from "@portico/contract";

/** A failure of the recorder or the player itself, in the contract's envelope. */
export function refuse(
  outgoing: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const envelope: Schema<"ErrorEnvelope"> = { error: { code: status, message }, user_id: null };
  const retry = status === 503 ? { "Retry-After": "1" } : {};
  outgoing
    .writeHead(status, { "Content-Type": "application/json", ...retry, ...headers })
    .end(JSON.stringify(envelope));
}

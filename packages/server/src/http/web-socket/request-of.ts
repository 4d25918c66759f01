import type { IncomingHttpHeaders, IncomingMessage as Request } from "node:http";
import { helperMethodHeader } from "@portico/contract/stream-order";

/** Not `import`: see http/server.ts. */
const { IncomingMessage } = process.getBuiltinModule("node:http");

/** Of the handshake, or of one message that is none of the others. */
const leftOut =
  /^(?:connection|upgrade|sec-websocket-.*|cookie|expect|idempotency-key|transfer-encoding|content-.*)$/;

/**
 * A message as the request that would have brought the same body over HTTP, with the headers of its connection. Without
 * cookies: any page of the world can open a WebSocket with those of its visitor.
 */
export function requestOf(upgrade: Request, data: Buffer): Request {
  const request = new IncomingMessage(upgrade.socket);
  request.method = "POST";
  request.url = upgrade.url ?? "";
  request.rawHeaders = upgrade.rawHeaders;
  request.headers = {
    ...keptHeaders(upgrade.headers),
    "content-type": "application/json",
    "content-length": String(data.length),
    // The events that client libraries know, and no others.
    [helperMethodHeader]: "stream",
  };
  request.push(data);
  request.push(null);
  request.complete = true;
  return request;
}

export function keptHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !leftOut.test(name)));
}

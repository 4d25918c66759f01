import type { IncomingMessage } from "node:http";

/** This much of an unread body is read and dropped, so that its connection can serve the next request. */
const worthReadingBytes = 64 * 1024;
/**
 * A caller that is still sending is read for this long and then cut off. Closing at once would cause a reset, which
 * can destroy the reply before the caller has read it (RFC 9112, section 9.6).
 */
const lingerBytes = 1024 * 1024;
const lingerMs = 2_000;

/**
 * For a reply to a request whose body was not read: whether the connection must end with it. Node would close it at
 * once; here only our half is closed, and `discardRest` drops the bytes that still arrive.
 */
export function leaveUnread(request: IncomingMessage): boolean {
  if (request.complete || hasNoBody(request)) return false;
  const length = request.headers["content-length"];
  if (length !== undefined && Number(length) <= worthReadingBytes && !waitsForLeave(request))
    return false;
  const { socket } = request;
  socket.destroySoon = () => void socket.end();
  return true;
}

/** Known by the headers: Node reports the end of such a request only after its handler has run. */
export function hasNoBody(request: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
  if (coding === undefined) return Number(length) === 0;
  return request.complete && request.readableLength === 0;
}

/** `Expect: 100-continue`: the caller sends its body after `100 Continue`, or after a timeout of its own. */
export function waitsForLeave({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === "100-continue";
}

/** When a reply ends before its request: drops the rest of the body, within limits. */
export function discardRest(request: IncomingMessage): void {
  const { socket } = request;
  if (request.complete || socket.destroyed) return;
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > lingerBytes) socket.destroy();
  };
  const end = () => {
    clearTimeout(timer);
    socket.off("data", count).off("close", end);
    // The reply was the connection's last, and all of the request was read: nothing is lost by a close.
    if (!socket.writable) socket.destroy();
  };
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.on("data", count).once("close", end);
  request.once("end", end).resume();
}

import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

/** What came in as a WHATWG request, whose signal aborts when the caller has gone. `body` has been read before. */
export function requestOf(
  incoming: IncomingMessage,
  gone: AbortSignal,
  body?: Uint8Array<ArrayBuffer>,
): Request {
  const { method = "GET", url = "/" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(addressOf(url), {
    method,
    headers: headersOf(incoming),
    signal: gone,
    ...(hasBody && { body: body ?? Readable.toWeb(incoming), duplex: "half" }),
  });
}

export function headersOf({ headers }: IncomingMessage): Headers {
  return new Headers(
    Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      [value ?? ""].flat().join(", "),
    ]),
  );
}

/** Aborts when the caller has gone. */
export function goneSignal(reply: ServerResponse): AbortSignal {
  const gone = new AbortController();
  reply.on("close", () => gone.abort());
  return gone.signal;
}

/** A target may be a whole address, or a path that begins with two slashes. */
function addressOf(target: string): string {
  return URL.canParse(target) ? target : `http://mock${target.startsWith("/") ? "" : "/"}${target}`;
}

/** Writes a reply piece by piece. The connection breaks off where its stream does. */
export async function writeReply(
  { status, headers, body }: Response,
  own: Readonly<Record<string, string>>,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  outgoing.writeHead(status, { ...Object.fromEntries(headers), ...own });
  outgoing.flushHeaders();
  try {
    // A slow reader slows the stream, as in production.
    for await (const piece of body ?? [])
      if (!outgoing.write(piece)) await once(outgoing, "drain", { signal: gone });
    outgoing.end();
  } catch {
    // The first part must be sent before the break, or the reader would see nothing of it.
    await delay(5);
    outgoing.destroy();
  }
}

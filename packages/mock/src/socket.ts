import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Schema } from "@portico/contract";

export interface Listening extends AsyncDisposable {
  /** Without a path. */
  readonly origin: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port?: number;
}

/** The gateway's. With Node's five seconds, a client that is slow may ask on a connection that is being closed. */
const keepAliveTimeoutMs = 75_000;

/** Starts an HTTP server. `close` ends the connections that are open. */
export async function listen(
  serve: RequestListener,
  { host = "127.0.0.1", port = 0 }: ListenOptions,
): Promise<Listening> {
  const server = createServer(serve);
  server.keepAliveTimeout = keepAliveTimeoutMs;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return {
    origin: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

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

import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { type FailureKind, GatewayError } from "../errors.ts";
import { envelope } from "./reply/failure.ts";

/** `require`: an import reads all properties, and for one of them Node loads its own fetch, 5 % of the start. */
const { createServer, ServerResponse, STATUS_CODES } = process.getBuiltinModule("node:http");

export interface Listening {
  readonly url: string;
  readonly server: Server;
  /** Accepts no new connections. Resolves when the last request has ended or was cut off after this time. */
  drain(drainMs: number): Promise<void>;
}

/** What is served after an upgrade. */
export interface WebSockets {
  /** Whether a request that asks for an upgrade is for one of them. Others are answered as if it had not asked. */
  takes(request: IncomingMessage): boolean;
  accept(request: IncomingMessage, head: Buffer): void;
  /** No new ones; those that are open close when their response has ended. */
  drain(): void;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Without them every request that asks for an upgrade is answered as if it had not. */
  readonly webSockets?: WebSockets | null;
  /** How long a drain leaves idle connections open. */
  readonly lingerMs?: number | undefined;
}

/** Long enough for a busy caller to send one more request, whose reply closes the connection. */
const usualLingerMs = 1000;
const idleCheckMs = 200;

/** Room for a long key, cookies of a shared domain and tracing headers. */
const maxHeaderBytes = 32 * 1024;
const headersTimeoutMs = 30_000;
/** An upload of the largest body over a slow line; streams of replies are not limited by it. */
const requestTimeoutMs = 300_000;
/** Longer than the minute after which common load balancers give up an idle connection, so that they do it first. */
const keepAliveTimeoutMs = 75_000;

export async function listen(handler: RequestListener, options: ListenOptions): Promise<Listening> {
  const { webSockets = null, lingerMs = usualLingerMs } = options;
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      // Node's own answer would have no body; the application's names the missing header.
      requireHostHeader: false,
      // Asked only for requests that want an upgrade.
      shouldUpgradeCallback: (request) => webSockets?.takes(request) === true,
    },
    handler,
  );
  server.on("upgrade", (request, _, head: Buffer) => webSockets?.accept(request, head));
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.on("clientError", answerUnreadable);
  const connections = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  // A caller that sends `Expect: 100-continue` gets its answer when the body is about to be read, and not before.
  server.on("checkContinue", handler);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    url: urlOf(server.address(), options.host),
    server,
    drain(drainMs) {
      webSockets?.drain();
      return drain(server, connections, { drainMs, lingerMs });
    },
  };
}

function urlOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

const kindByCode: Readonly<Record<string, FailureKind>> = {
  HPE_HEADER_OVERFLOW: "headersTooLarge",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "tooLarge",
};

/** Bytes that are not HTTP never reach the application; they are answered here, in the usual envelope. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || hasBegunReply(socket)) {
    socket.destroy();
    return;
  }
  const failure =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? new GatewayError("badRequest", { message: "The request took too long to arrive." })
      : new GatewayError(
          kindByCode[error.code ?? ""] ?? "badRequest",
          error.code === undefined || kindByCode[error.code] !== undefined
            ? {}
            : { message: "The request is not valid HTTP." },
        );
  const requestId = `req-${randomUUID()}`;
  const body = JSON.stringify(envelope(failure, requestId));
  socket.end(
    [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? "Error"}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

/** Writing into a reply that has begun would corrupt it. Node's own handler checks the same property. */
function hasBegunReply(socket: Socket): boolean {
  const reply: unknown = Reflect.get(socket, "_httpMessage");
  return reply instanceof ServerResponse && reply.headersSent;
}

/**
 * Closes idle connections after a delay, and not at once as the server's own `close` does: a client may be mid-send,
 * and closing now would fail its request. Requests that arrive meanwhile are served and end their connection.
 */
async function drain(
  server: Server,
  connections: ReadonlySet<Socket>,
  { drainMs, lingerMs }: { readonly drainMs: number; readonly lingerMs: number },
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.once("close", () => resolve()));
  NetServer.prototype.close.call(server);
  const closeIdle = (): void => {
    // Browsers open connections ahead. Node does not call those idle on which nothing has come yet.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    // To Node a connection is idle although its caller still reads the reply: closing it would cut the rest off.
    if (![...connections].some((socket) => socket.writableLength > 0))
      server.closeIdleConnections();
  };
  // Connections become idle one after the other, as their requests end.
  let idle: NodeJS.Timeout | undefined;
  const linger = setTimeout(
    () => {
      closeIdle();
      idle = setInterval(closeIdle, idleCheckMs);
    },
    Math.min(lingerMs, drainMs),
  );
  const cut = setTimeout(() => {
    server.closeAllConnections();
    // Node no longer counts those that have become WebSockets.
    for (const socket of connections) socket.destroy();
  }, drainMs);
  await closed;
  clearTimeout(linger);
  clearInterval(idle);
  clearTimeout(cut);
}

import { createServer, type RequestListener } from "node:http";

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

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface ServedHandler extends AsyncDisposable {
  readonly url: string;
}

/** Serves a handler of the web's `Request` and `Response` on a socket, as the platforms of workers and routes do. */
export async function serveHandler(
  handler: (request: Request) => Promise<Response>,
): Promise<ServedHandler> {
  const server = createServer((incoming, reply) => {
    answer(handler, incoming, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const aborter = new AbortController();
  reply.once("close", () => aborter.abort());
  const { method = "GET", url = "/", headers } = incoming;
  const request = new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as [string, string]] : [],
    ),
    signal: aborter.signal,
    ...(method !== "GET" && { body: Readable.toWeb(incoming), duplex: "half" }),
  });
  const response = await handler(request);
  reply.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) reply.end();
  else await pipeline(response.body, reply);
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== "object" || address === null) throw new Error("There is no address.");
  return address.port;
}

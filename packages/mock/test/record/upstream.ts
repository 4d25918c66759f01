import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Upstream extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

/** A gateway of which the test writes each reply. */
export async function startUpstream(
  answer: (reply: ServerResponse, request: IncomingMessage, body: string) => void | Promise<void>,
): Promise<Upstream> {
  const server = createServer(async (request, reply) => {
    const body = await buffer(request).catch(() => null);
    if (body !== null) await answer(reply, request, body.toString());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

export function answerJson(reply: ServerResponse, status: number, body: unknown): void {
  reply
    .writeHead(status, { "Content-Type": "application/json", "X-Request-Id": "req-1" })
    .end(JSON.stringify(body));
}

export function beginStream(reply: ServerResponse): void {
  reply.writeHead(200, { "Content-Type": "text/event-stream", "X-Request-Id": "req-1" });
  reply.flushHeaders();
}

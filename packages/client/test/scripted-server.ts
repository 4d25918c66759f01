import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createPortico, type Portico, type PorticoOptions } from "../src/index.ts";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

type Script = (request: SeenRequest, reply: ServerResponse, index: number) => void | Promise<void>;

export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** A client of this server that waits next to nothing between tries. */
  client(options?: Partial<PorticoOptions>): Portico;
}

/** A real server on a free port that answers as the test says; closes itself at the end of the scope. */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const entry: SeenRequest = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
    seen.push(entry);
    await script(entry, reply, seen.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    client: (options = {}) =>
      createPortico({
        baseUrl: url,
        apiKey: "ptc_test",
        retry: { baseDelayMs: 1, maxDelayMs: 2 },
        ...options,
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(reply: ServerResponse, status: number, body: unknown, headers = {}): void {
  reply.writeHead(status, { "content-type": "application/json", ...headers });
  reply.end(JSON.stringify(body));
}

export function envelope(code: number, message: string, metadata: unknown = null): unknown {
  return { error: { code, message, metadata } };
}

export function sse(reply: ServerResponse, events: readonly unknown[], end = true): void {
  reply.writeHead(200, { "content-type": "text/event-stream", "x-request-id": "req_test" });
  reply.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  if (end) reply.end("data: [DONE]\n\n");
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Answer = (response: ServerResponse, asked: Asked) => void | Promise<void>;

export interface FakeUpstream extends AsyncDisposable {
  readonly url: string;
  readonly asked: Asked[];
  /** Resolves when a connection closes whose reply had not ended. */
  readonly hungUp: Promise<void>;
}

/** A real server on a free port that answers every request alike. */
export async function fakeUpstream(answer: Answer): Promise<FakeUpstream> {
  const asked: Asked[] = [];
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) hangUp();
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);

    const one: Asked = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    asked.push(one);
    await answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    hungUp,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Sends the pieces one after the other; then ends, breaks the connection, or stays silent. */
export function streaming(
  contentType: string,
  pieces: readonly Uint8Array[],
  then: "end" | "break" | "silence" = "end",
): Answer {
  return async (response) => {
    response.writeHead(200, { "content-type": contentType });
    for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve));

    if (then === "end") response.end();
    else if (then === "break") response.destroy();
  };
}

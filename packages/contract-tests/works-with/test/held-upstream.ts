import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";

/** An upstream that says two words to whom asks for a stream, and then waits; it counts who leaves it. */
export interface HeldUpstream extends AsyncDisposable {
  readonly url: string;
  readonly asked: () => number;
  /** The replies whose connection was closed before their end. */
  readonly left: () => number;
}

const chunkOf = (delta: object) =>
  `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;

export async function startHeldUpstream(): Promise<HeldUpstream> {
  let asked = 0;
  let left = 0;
  const server = createServer((request, response) => {
    asked += 1;
    response.on("close", () => {
      if (!response.writableFinished) left += 1;
    });
    request.resume();
    request.on("end", () => beginToSpeak(response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    asked: () => asked,
    left: () => left,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function beginToSpeak(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunkOf({ role: "assistant", content: "" }));
  for (const content of ["Once", " upon"]) response.write(chunkOf({ content }));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return address.port;
}

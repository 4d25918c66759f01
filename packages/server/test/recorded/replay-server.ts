import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Recording } from "./recording.ts";

export interface Script {
  readonly recording: Recording;
  /** What is written at a time. */
  readonly pieces: readonly Uint8Array[];
  /** The connection is broken after the pieces. */
  readonly breaks: boolean;
}

/** A real upstream on a real socket, which answers every call of a model with the script that is on. */
export interface ReplayServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: number;
  /** What the last request said. */
  readonly lastBody: string;
  play(script: Script): void;
}

export async function startReplayServer(): Promise<ReplayServer> {
  let script: Script | undefined;
  let requests = 0;
  let lastBody = "";
  const server = createServer((request, response) => {
    // A local server's list of models, which is looked at at any time.
    if (request.method === "GET") {
      response.writeHead(404).end();
      return;
    }
    requests += 1;
    const read: Buffer[] = [];
    request.on("data", (chunk: Buffer) => read.push(chunk));
    request.on("end", () => {
      lastBody = Buffer.concat(read).toString();
      if (script !== undefined) void answer(script, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get requests() {
      return requests;
    },
    get lastBody() {
      return lastBody;
    },
    play(next) {
      script = next;
      requests = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Headers of the recorded connection, which is not this one. */
const hopHeaders = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "transfer-encoding",
]);

async function answer({ recording, pieces, breaks }: Script, response: ServerResponse) {
  const { status, headers } = recording.response;
  const kept = Object.entries(headers).filter(([name]) => !hopHeaders.has(name));
  response.socket?.setNoDelay(true);
  response.writeHead(status, Object.fromEntries(kept));
  response.flushHeaders();
  for (const piece of pieces) {
    response.write(piece);
    // The reader gets its turn, so that each piece is a read of its own.
    await setImmediate();
  }
  if (breaks) response.socket?.destroy();
  else response.end();
}

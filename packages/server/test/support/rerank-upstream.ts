import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface AskedRanking {
  readonly documents: readonly string[];
  readonly top_n?: number;
}

export type RerankAnswer = (asked: AskedRanking) => unknown;

interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface RerankUpstream extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** How many requests were given up by the gateway. */
  readonly hungUp: () => number;
}

/** A server with `/rerank` on a real socket: the documents in their order, and no counts. */
const inOrder: RerankAnswer = ({ documents, top_n }) => ({
  results: documents
    .map((_, index) => ({ index, relevance_score: 1 / (index + 1) }))
    .slice(0, top_n),
});

export async function startRerankUpstream(answer = inOrder): Promise<RerankUpstream> {
  const asked: Asked[] = [];
  let hungUp = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.on("close", () => {
      if (!response.writableFinished) hungUp += 1;
    });
    const body = JSON.parse(Buffer.concat(chunks).toString());
    asked.push({ headers: request.headers, body });
    const said = await answer(body);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(said));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    hungUp: () => hungUp,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

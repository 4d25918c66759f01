import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface AskedUpstream {
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly input: readonly string[];
    readonly dimensions?: number;
    readonly encoding_format?: string;
  };
}

export interface EmbeddingsUpstream extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly AskedUpstream[];
  /** How many requests were given up by the gateway. */
  readonly hungUp: () => number;
}

type Answer = (response: ServerResponse, asked: AskedUpstream) => void;

/** An OpenAI-like server on a real socket: five tokens an input, vectors that tell the inputs' lengths. */
export async function startEmbeddingsUpstream(answer: Answer = embed): Promise<EmbeddingsUpstream> {
  const asked: AskedUpstream[] = [];
  let hungUp = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.on("close", () => {
      if (!response.writableFinished) hungUp += 1;
    });
    const one = { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) };
    asked.push(one);
    answer(response, one);
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

export function embed(response: ServerResponse, { body }: AskedUpstream): void {
  const dimensions = body.dimensions ?? 4;
  const data = body.input.map((text, index) => ({
    object: "embedding",
    index,
    embedding: Array.from({ length: dimensions }, (_, at) => (at === 0 ? text.length : at / 8)),
  }));
  const tokens = body.input.length * 5;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ data, usage: { prompt_tokens: tokens, total_tokens: tokens } }));
}

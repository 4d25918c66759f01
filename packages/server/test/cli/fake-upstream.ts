import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export interface FakeUpstream {
  /** Ends in `/v1`. */
  readonly url: string;
  /** The credentials that it was asked with, in order. */
  readonly credentials: string[];
  close(): Promise<void>;
}

/** An upstream in OpenAI's form: two dimensions for every input, and no opinion about credentials. */
export async function startFakeUpstream(): Promise<FakeUpstream> {
  const credentials: string[] = [];
  const server = createServer(async (request, response) => {
    credentials.push(String(request.headers.authorization));
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") return response.end('{"object":"list","data":[]}');
    const body = await json(request);
    const input = typeof body === "object" && body !== null && "input" in body ? body.input : [];
    const data = [input].flat().map((_, index) => ({
      object: "embedding",
      index,
      embedding: [0.6, 0.8],
    }));
    return response.end(
      JSON.stringify({ object: "list", data, usage: { prompt_tokens: 3, total_tokens: 3 } }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    credentials,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The configuration of one embedding model at it. `more` goes on in the provider's object: `, api_key: k`. */
export function vendorEmbedding({ url }: Pick<FakeUpstream, "url">, more = ""): string {
  return `
providers: { vendor: { kind: openai, base_url: "${url}"${more} } }
models:
  - id: vendor/embed
    kind: embedding
    context_length: 100
    dimensions: 2
    endpoints: [ { provider: vendor, upstream_model: e, price: { input: "1" } } ]
`;
}

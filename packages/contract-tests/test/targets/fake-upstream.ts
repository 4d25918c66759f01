import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export interface FakeUpstream extends AsyncDisposable {
  /** Of its provider that answers; of the one that is always overloaded. */
  readonly url: string;
  readonly overloadedUrl: string;
}

/** An upstream in OpenAI's form on a real socket: a second and a third provider beside the sandbox. */
export async function startFakeUpstream(): Promise<FakeUpstream> {
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    // The list of models, for the check of a credential.
    if (request.method === "GET") return response.end('{"data":[{"id":"vectors"}]}');
    const body = await json(request);
    if (request.url?.startsWith("/overloaded/")) {
      response.statusCode = 503;
      return response.end('{"error":{"message":"overloaded"}}');
    }
    const input = typeof body === "object" && body !== null && "input" in body ? body.input : [];
    const data = [input].flat().map((each, index) => ({
      object: "embedding",
      index,
      embedding: vectorOf(String(each)),
    }));
    const usage = { prompt_tokens: data.length, total_tokens: data.length };
    return response.end(JSON.stringify({ object: "list", data, usage }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${root}/v1`,
    overloadedUrl: `${root}/overloaded/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Of length 1, and different for texts of different lengths. */
function vectorOf(text: string): number[] {
  const angle = text.length / 7;
  return [Math.cos(angle), Math.sin(angle)];
}

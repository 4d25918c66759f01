import { describe, expect, it } from "vitest";
import { finished, message, sampleResponse, textEvents } from "./sample-events.ts";
import { envelope, json, scriptedServer, sse } from "./scripted-server.ts";

const request = { model: "sandbox/text", input: "hello" };

/** As MSW and Next.js replace `fetch`: each keeps a copy of every reply, which is read later or never. */
function copyingFetch(): (request: Request) => Promise<Response> {
  const copies: Response[] = [];
  return async (asked) => {
    const reply = await fetch(asked);
    copies.push(reply.clone());
    return reply;
  };
}

describe("where fetch keeps a copy of every reply", () => {
  it("tries again after 429", async () => {
    await using server = await scriptedServer((_, reply, index) =>
      index === 0
        ? json(reply, 429, envelope(429, "wait"))
        : json(reply, 200, finished([message("hi")])),
    );
    const client = server.client({ fetch: copyingFetch() });
    expect((await client.responses.create(request)).id).toBe("resp_1");
  });

  it("leaves the loop over a stream", async () => {
    await using server = await scriptedServer((_, reply) =>
      sse(reply, textEvents(["a", "b"]).slice(0, 3), false),
    );
    const stream = await server.client({ fetch: copyingFetch() }).responses.stream(request);
    for await (const _ of stream) break;
    await expect(stream.finalResponse()).rejects.toThrow("left before its end");
  });

  it("throws for a stream that fails", async () => {
    const failed = sampleResponse({
      status: "failed",
      error: { code: "server_error", message: "The provider stopped." },
    });
    await using server = await scriptedServer((_, reply) =>
      sse(reply, [{ type: "response.failed", response: failed }], false),
    );
    const stream = await server.client({ fetch: copyingFetch() }).responses.stream(request);
    await expect(stream.text()).rejects.toThrow("The provider stopped.");
  });
});

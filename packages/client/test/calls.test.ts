import { describe, expect, it } from "vitest";
import {
  PendingCall,
  type RequestEvent,
  type ResponseEvent,
  TimeoutError,
  type WithResponse,
} from "../src/index.ts";
import { finished, message, textEvents } from "./sample-events.ts";
import { envelope, json, scriptedServer, sse } from "./scripted-server.ts";

const request = { model: "sandbox/text", input: "hello" };
const answer = finished([message("hi")]);
const facts = {
  "x-request-id": "req_1",
  "x-generation-id": "gen-1",
  "x-portico-cost": "0.00012",
};

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("It should have failed."),
    (error: unknown) => error,
  );
}

describe("a call", () => {
  it("gives the body when awaited, and the headers with their facts by withResponse", async () => {
    await using server = await scriptedServer((_, reply) =>
      json(reply, 200, answer, { ...facts, "x-ratelimit-remaining": "9" }),
    );
    const call = server.client().responses.create(request);
    expect(call).toBeInstanceOf(PendingCall);
    const { data, response, ...said } = await call.withResponse();
    expect(data).toEqual(answer);
    expect(await call).toBe(data);
    expect(response.headers.get("x-ratelimit-remaining")).toBe("9");
    expect(said).toEqual({ requestId: "req_1", generationId: "gen-1", cost: "0.00012" });
    expect(server.seen).toHaveLength(1);
  });

  it("has null for facts that the service does not send", async () => {
    await using server = await scriptedServer((_, reply) => json(reply, 200, answer));
    const {
      data: _,
      response: __,
      ...said
    } = await server.client().responses.create(request).withResponse();
    expect(said).toEqual({ requestId: null, generationId: null, cost: null });
  });

  it("throws its failure once, to the code that awaits withResponse", async () => {
    await using server = await scriptedServer((_, reply) =>
      json(reply, 404, envelope(404, "no such key")),
    );
    const unhandled: unknown[] = [];
    const listen = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", listen);
    try {
      const error = await failure(server.client().keys.get("x").withResponse());
      expect(error).toMatchObject({ status: 404 });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", listen);
    }
  });

  it("gives the facts of streams and of embeddings too", async () => {
    await using server = await scriptedServer((seen, reply) => {
      if (seen.path.endsWith("/responses")) {
        reply.setHeaders(new Map(Object.entries(facts)));
        sse(reply, textEvents(["a"]));
      } else json(reply, 200, { object: "list", model: "m", data: [] }, facts);
    });
    const client = server.client();
    const streamed: WithResponse<unknown> = await client.responses.stream(request).withResponse();
    expect(streamed).toMatchObject({ generationId: "gen-1", cost: "0.00012" });
    expect((await client.responses.stream(request)).generationId).toBe("gen-1");
    expect(await client.embeddings.create({ model: "m", input: "x" }).withResponse()).toMatchObject(
      { requestId: "req_1", cost: "0.00012" },
    );
  });
});

describe("options of one call", () => {
  it("send headers and the session with this call only", async () => {
    await using server = await scriptedServer((_, reply) => json(reply, 200, answer));
    const client = server.client({ headers: { "x-team": "a" } });
    await client.responses.create(request, { headers: { "x-team": "b" }, sessionId: "s-1" });
    await client.responses.create(request);
    expect(server.seen.map(({ headers }) => [headers["x-team"], headers["x-session-id"]])).toEqual([
      ["b", "s-1"],
      ["a", undefined],
    ]);
  });

  it("keep the headers that a stream needs", async () => {
    await using server = await scriptedServer((_, reply) => sse(reply, textEvents(["a"])));
    await server.client().responses.stream(request, { sessionId: "s-1" });
    expect(server.seen[0]?.headers).toMatchObject({
      accept: "text/event-stream",
      "x-session-id": "s-1",
    });
  });

  it("switch retries off, or lay theirs over the client's", async () => {
    await using server = await scriptedServer((_, reply) =>
      json(reply, 429, envelope(429, "wait")),
    );
    const client = server.client();
    await failure(client.responses.create(request, { retry: false }));
    expect(server.seen).toHaveLength(1);
    await failure(client.responses.create(request, { retry: { maxRetries: 1 } }));
    expect(server.seen).toHaveLength(3);
  });

  it("set a time limit of its own", async () => {
    await using server = await scriptedServer(() => undefined);
    const error = await failure(
      server.client().responses.create(request, { timeoutMs: 20, retry: false }),
    );
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 20 });
  });

  it("hold for each call of a tool loop and of a batch", async () => {
    await using server = await scriptedServer((seen, reply) =>
      seen.path.endsWith("/responses")
        ? json(reply, 200, answer)
        : json(reply, 200, { object: "list", model: "m", data: [] }),
    );
    const client = server.client();
    await client.responses.runTools({ ...request, tools: {} }, { sessionId: "s-2" });
    await client.embeddings.createMany(
      { model: "m", input: ["a", "b"] },
      { batchSize: 1, sessionId: "s-2" },
    );
    expect(server.seen.map(({ headers }) => headers["x-session-id"])).toEqual([
      "s-2",
      "s-2",
      "s-2",
    ]);
  });
});

describe("withOptions", () => {
  it("changes what it is given and keeps the rest", async () => {
    await using server = await scriptedServer((_, reply) => json(reply, 200, answer));
    const client = server.client({ headers: { "x-team": "a" } });
    await client.withOptions({ apiKey: "ptc_other" }).responses.create(request);
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: "Bearer ptc_other",
      "x-team": "a",
    });
  });

  it("shares the limit of retries, so that a client per request does not lift it", async () => {
    await using server = await scriptedServer((_, reply) =>
      json(reply, 529, envelope(529, "busy")),
    );
    const client = server.client({ retry: { baseDelayMs: 1, maxDelayMs: 1, maxRetries: 5 } });
    for (let index = 0; index < 20; index += 1)
      await failure(client.withOptions({}).responses.create(request));
    expect(server.seen.length).toBeLessThanOrEqual(20 * 1.25 + 10);
  });
});

describe("events for a log", () => {
  it("tell of each attempt, with the ids of its answer and without the key", async () => {
    await using server = await scriptedServer((_, reply, index) =>
      index === 0
        ? json(reply, 429, envelope(429, "wait"), { "x-request-id": "req_0" })
        : json(reply, 200, answer, facts),
    );
    const requests: RequestEvent[] = [];
    const responses: ResponseEvent[] = [];
    const client = server.client({
      onRequest: (event) => requests.push(event),
      onResponse: (event) => responses.push(event),
    });
    await client.responses.create(request);
    const url = `${server.url}/api/v1/responses`;
    expect(requests).toEqual([
      { method: "POST", url, attempt: 1 },
      { method: "POST", url, attempt: 2 },
    ]);
    expect(responses).toMatchObject([
      { attempt: 1, status: 429, requestId: "req_0", generationId: null, error: null },
      { attempt: 2, status: 200, requestId: "req_1", generationId: "gen-1", cost: "0.00012" },
    ]);
    expect(responses.every(({ durationMs }) => durationMs >= 0)).toBe(true);
    expect(JSON.stringify([requests, responses])).not.toContain("ptc_test");
  });

  it("tell why no answer came", async () => {
    await using server = await scriptedServer((_, reply) => void reply.destroy());
    const kinds: unknown[] = [];
    const client = server.client({
      retry: false,
      onResponse: ({ status, error }) => kinds.push([status, error]),
    });
    const error = await failure(client.responses.create(request));
    expect(kinds).toEqual([[null, error]]);
  });
});

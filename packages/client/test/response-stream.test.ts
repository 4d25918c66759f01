import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../src/contract.ts";
import { ConnectionError, StreamError, TimeoutError } from "../src/index.ts";
import { readData } from "../src/sse.ts";
import {
  exactDone,
  exactTextEvents,
  finished,
  functionCall,
  sampleResponse,
  textEvents,
} from "./sample-events.ts";
import { envelope, json, scriptedServer, sse } from "./scripted-server.ts";

const request = { model: "sandbox/text", input: "hello" };

function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function collect(body: ReadableStream<Uint8Array>): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of readData(body, 0, new AbortController().signal)) events.push(event);
  return events;
}

function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

describe("reading an event stream", () => {
  it("gives the same events over any chunking and any line ending", async () => {
    const event = fc.record({ type: fc.string(), delta: fc.string({ unit: "grapheme" }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 8 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.array(fc.nat(), { maxLength: 12 }),
        async (events, newline, cuts) => {
          const text = [
            ...events.map((each) => `data: ${JSON.stringify(each)}${newline}${newline}`),
            `: a comment${newline}data: not JSON${newline}${newline}data: [DONE]${newline}${newline}`,
            `data: {"after":"the end"}${newline}${newline}`,
          ].join("");
          const chunks = cutAt(new TextEncoder().encode(text), cuts);
          expect(await collect(bodyOf(chunks))).toEqual(JSON.parse(JSON.stringify(events)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("reads a last line that lacks its newline", async () => {
    expect(await collect(bodyOf([new TextEncoder().encode('data: {"a":1}')]))).toEqual([{ a: 1 }]);
  });
});

describe("a response stream", () => {
  it("asks for a stream and narrows events by type", async () => {
    await using server = await scriptedServer((_, reply) => sse(reply, textEvents(["Hel", "lo"])));
    const stream = await server.client().responses.stream(request);
    let text = "";
    for await (const event of stream)
      if (event.type === "response.output_text.delta") text += event.delta;
    expect(text).toBe("Hello");
    expect(stream.requestId).toBe("req_test");
    expect(server.seen[0]).toMatchObject({
      body: { stream: true },
      headers: { accept: "text/event-stream" },
    });
  });

  it("gives the final response and its text, without or after iterating", async () => {
    await using server = await scriptedServer((_, reply) => sse(reply, textEvents(["Hel", "lo"])));
    const client = server.client();
    expect(await (await client.responses.stream(request)).text()).toBe("Hello");
    const stream = await client.responses.stream(request);
    for await (const _ of stream);
    expect((await stream.finalResponse()).status).toBe("completed");
  });

  it("gives text pieces as they come and the calls with whole arguments", async () => {
    const call = functionCall(1, "weather", { city: "Paris" });
    await using server = await scriptedServer((_, reply, index) =>
      sse(
        reply,
        index === 0
          ? textEvents(["a", "b"])
          : [{ type: "response.completed", response: finished([call]), sequence_number: 0 }],
      ),
    );
    const client = server.client();
    const pieces: string[] = [];
    for await (const piece of (await client.responses.stream(request)).textDeltas())
      pieces.push(piece);
    expect(pieces).toEqual(["a", "b"]);
    expect(await (await client.responses.stream(request)).functionCalls()).toEqual([call]);
  });

  it("throws a StreamError with what had come when the service says that it failed", async () => {
    const failed = sampleResponse({
      status: "failed",
      error: { code: "server_error", message: "The provider stopped." },
    });
    await using server = await scriptedServer((_, reply) =>
      sse(reply, [
        ...textEvents(["Hel"]).slice(0, 3),
        { type: "error", code: "server_error", message: "The provider stopped.", param: null },
        { type: "response.failed", response: failed },
      ]),
    );
    const error = await (await server.client().responses.stream(request)).text().catch((e) => e);
    expect(error).toBeInstanceOf(StreamError);
    expect(error).toMatchObject({
      reason: "failed",
      code: "server_error",
      message: "The provider stopped. (request req_test)",
      text: "Hel",
      requestId: "req_test",
    });
  });

  it("throws when the stream ends without saying how", async () => {
    await using server = await scriptedServer((_, reply) =>
      sse(reply, textEvents(["Hel"]).slice(0, 3)),
    );
    const error = await (await server.client().responses.stream(request)).text().catch((e) => e);
    expect(error).toMatchObject({ kind: "stream", reason: "unterminated", text: "Hel" });
  });

  it("throws when the connection is cut", async () => {
    await using server = await scriptedServer(async (_, reply) => {
      sse(reply, textEvents(["Hel"]).slice(0, 3), false);
      await delay(20);
      reply.destroy();
    });
    const error = await (await server.client().responses.stream(request)).text().catch((e) => e);
    expect(error).toBeInstanceOf(ConnectionError);
  });

  it("gives up a stream that has gone silent", async () => {
    await using server = await scriptedServer((_, reply) =>
      sse(reply, textEvents(["Hel"]).slice(0, 3), false),
    );
    const stream = await server.client({ streamIdleTimeoutMs: 40 }).responses.stream(request);
    await expect(stream.text()).rejects.toBeInstanceOf(TimeoutError);
  });

  it("closes the connection when the loop is left", async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await using server = await scriptedServer((_, reply) => {
      reply.on("close", resolve);
      sse(reply, textEvents(["a", "b", "c"]).slice(0, 3), false);
    });
    const stream = await server.client().responses.stream(request);
    for await (const _ of stream) break;
    await closed;
    await expect(stream.finalResponse()).rejects.toThrow("left before its end");
  });

  it("ends with the caller's own reason when aborted", async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await using server = await scriptedServer((_, reply) => {
      reply.on("close", resolve);
      sse(reply, textEvents(["a"]).slice(0, 2), false);
    });
    const abort = new AbortController();
    const stream = await server.client().responses.stream(request, { signal: abort.signal });
    const seen: StreamEvent[] = [];
    const reading = (async () => {
      for await (const event of stream) {
        seen.push(event);
        abort.abort();
      }
    })();
    await expect(reading).rejects.toThrow(/abort/i);
    await closed;
  });

  it("throws the same error as a plain request when the service refuses", async () => {
    await using server = await scriptedServer((_, reply) =>
      json(reply, 404, envelope(404, "no such model")),
    );
    await expect(server.client().responses.stream(request)).rejects.toMatchObject({ status: 404 });
  });

  it("can be iterated only once, and says so", async () => {
    await using server = await scriptedServer((_, reply) => sse(reply, textEvents(["a"])));
    const stream = await server.client().responses.stream(request);
    for await (const _ of stream);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow("only once");
  });
});

describe("a response stream in the events of the specified interface alone", () => {
  it("gives the text piece by piece, whole, and the final response", async () => {
    await using server = await scriptedServer((_, reply) =>
      sse(reply, exactTextEvents(["Hel", "lo"])),
    );
    const client = server.client();
    const pieces: string[] = [];
    const stream = await client.responses.stream(request);
    for await (const piece of stream.textDeltas()) pieces.push(piece);
    expect(pieces).toEqual(["Hel", "lo"]);
    expect(await stream.text()).toBe("Hello");
    expect(await stream.finalResponse()).toMatchObject({
      id: "resp_1",
      model: request.model,
      status: "completed",
      error: null,
      output: [{ type: "message", id: "msg_1" }],
      usage: { total_tokens: 3 },
    });
  });

  it("gives the calls with whole arguments", async () => {
    const call = functionCall(1, "weather", { city: "Paris" });
    const at = { response_id: "resp_1", output_index: 0 };
    await using server = await scriptedServer((_, reply) =>
      sse(reply, [
        ...exactTextEvents([]).slice(0, 1),
        { type: "response.output_item.added", ...at, item: { ...call, arguments: "" } },
        { type: "response.function_call_arguments.done", arguments: call.arguments },
        { type: "response.output_item.done", ...at, item: call },
        exactDone,
      ]),
    );
    const stream = await server.client().responses.stream(request);
    expect(await stream.functionCalls()).toEqual([call]);
  });

  it("throws a StreamError with what had come where response.done is missing", async () => {
    await using server = await scriptedServer((_, reply) =>
      sse(reply, exactTextEvents(["Hel"]).slice(0, -1)),
    );
    const error = await (await server.client().responses.stream(request)).text().catch((e) => e);
    expect(error).toMatchObject({ kind: "stream", reason: "unterminated", text: "Hel" });
  });

  it("ignores lines that are not JSON", async () => {
    await using server = await scriptedServer((_, reply) => {
      reply.writeHead(200, { "content-type": "text/event-stream" });
      const lines = exactTextEvents(["a"]).map((event) => `data: ${JSON.stringify(event)}\n\n`);
      reply.end(lines.join("data: keep-alive\n\n"));
    });
    expect(await (await server.client().responses.stream(request)).text()).toBe("a");
  });
});

import { describe, expect, it } from "vitest";
import { ChatStream, MessageStream, ResponseStream, StreamError } from "../src/index.ts";
import { sampleResponse, textEvents } from "./sample-events.ts";
import { envelope, json, scriptedServer, sse } from "./scripted-server.ts";

const request = { model: "sandbox/text", input: "hello" };

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("It should have failed."),
    (error: unknown) => error,
  );
}

describe("a stream that your server passes on to your page", () => {
  it("arrives with the same events, text and ids", async () => {
    await using server = await scriptedServer((_, reply) => {
      reply.setHeader("x-generation-id", "gen-1");
      sse(reply, textEvents(["Hel", "lo"]));
    });
    const client = server.client();
    const types: string[] = [];
    for await (const { type } of await client.responses.stream(request)) types.push(type);

    const answer = (await client.responses.stream(request)).toResponse({ status: 201 });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const stream = await ResponseStream.fromResponse(answer);
    expect([stream.requestId, stream.generationId]).toEqual(["req_test", "gen-1"]);
    const passed: string[] = [];
    for await (const { type } of stream) passed.push(type);
    expect(passed).toEqual(types);
    expect(await stream.text()).toBe("Hello");
  });

  it("can be awaited by the server as well, for its own records", async () => {
    await using server = await scriptedServer((_, reply) => sse(reply, textEvents(["Hi"])));
    const stream = await server.client().responses.stream(request);
    const answer = stream.toResponse();
    const [text, final] = await Promise.all([
      ResponseStream.fromResponse(answer).then((passed) => passed.text()),
      stream.finalResponse(),
    ]);
    expect(text).toBe("Hi");
    expect(final.status).toBe("completed");
  });

  it("ends with [DONE] only where it was complete", async () => {
    await using server = await scriptedServer((_, reply, index) =>
      sse(reply, index === 0 ? textEvents(["Hi"]) : textEvents(["Hi"]).slice(0, 3)),
    );
    const client = server.client();
    const whole = (await client.responses.stream(request)).toReadableStream();
    expect(await new Response(whole).text()).toMatch(/data: \[DONE\]\n\n$/);
    const cut = (await client.responses.stream(request)).toReadableStream();
    expect(await new Response(cut).text()).not.toContain("[DONE]");
  });

  it.each([
    ["failed", { message: "The provider gave up.", code: "server_error" }],
    ["unterminated", null],
  ])("throws the same StreamError in the page: %s", async (reason, error) => {
    const failed = { type: "response.failed", sequence_number: 9 };
    await using server = await scriptedServer((_, reply) =>
      sse(reply, [
        ...textEvents(["Hi"]).slice(0, 4),
        ...(error ? [{ ...failed, response: sampleResponse({ status: "failed", error }) }] : []),
      ]),
    );
    const answer = (await server.client().responses.stream(request)).toResponse();
    const thrown = await failure((await ResponseStream.fromResponse(answer)).text());
    expect(thrown).toBeInstanceOf(StreamError);
    expect(thrown).toMatchObject({ reason, text: "Hi" });
  });

  it("is read on the other wires too", async () => {
    const chunk = {
      ...{ id: "c", object: "chat.completion.chunk", created: 1, model: "m" },
      choices: [{ index: 0, delta: { content: "Hi" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    };
    const message = { id: "m", type: "message", role: "assistant", content: [], usage: {} };
    const events = [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Ho" } },
      { type: "message_stop" },
    ];
    await using server = await scriptedServer((seen, reply) =>
      sse(reply, seen.path.endsWith("/messages") ? events : [chunk]),
    );
    const client = server.client();
    const messages = [{ role: "user" as const, content: "hello" }];
    const chat = await client.chat.stream({ model: "m", messages });
    expect(await (await ChatStream.fromResponse(chat.toResponse())).text()).toBe("Hi");
    const said = await client.messages.stream({ model: "m", max_tokens: 9, messages });
    expect(await (await MessageStream.fromResponse(said.toResponse())).text()).toBe("Ho");
  });

  it("closes the connection to the service when the page leaves", async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await scriptedServer((_, reply) => {
      sse(reply, textEvents(["Hi"]).slice(0, 4), false);
      reply.once("close", closed.resolve);
    });
    const stream = await server.client().responses.stream(request);
    const reader = stream.toReadableStream().getReader();
    await reader.read();
    await reader.cancel();
    await closed.promise;
    expect(await failure(stream.finalResponse())).toMatchObject({ name: "AbortError" });
  });

  it("throws an ApiError where the own server answered with an error", async () => {
    const refused = Response.json(envelope(429, "One question at a time."), {
      status: 429,
      headers: { "retry-after": "2" },
    });
    expect(await failure(ResponseStream.fromResponse(refused))).toMatchObject({
      status: 429,
      serviceMessage: "One question at a time.",
      retryAfterMs: 2000,
    });
  });
});

describe("cancel", () => {
  it("ends a read that waits, closes the connection, and is seen as an AbortError", async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await scriptedServer((_, reply) => {
      sse(reply, textEvents(["Hi"]).slice(0, 2), false);
      reply.once("close", closed.resolve);
    });
    const stream = await server.client().responses.stream(request);
    const text = failure(stream.text());
    stream.cancel();
    expect(await text).toMatchObject({ name: "AbortError" });
    await closed.promise;
  });

  it("closes a stream that was never read", async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await scriptedServer((_, reply) => {
      sse(reply, textEvents(["Hi"]).slice(0, 2), false);
      reply.once("close", closed.resolve);
    });
    const stream = await server.client().responses.stream(request);
    stream.cancel();
    await closed.promise;
    expect(await failure(stream.text())).toMatchObject({ name: "AbortError" });
  });

  it("leaves a stream alone that has ended", async () => {
    await using server = await scriptedServer((_, reply) => json(reply, 500, {}));
    await expect(server.client().responses.stream(request)).rejects.toMatchObject({ status: 500 });
    const done = new Response(
      textEvents(["Hi"])
        .map((e) => `data: ${JSON.stringify(e)}\n\n`)
        .join(""),
    );
    const stream = await ResponseStream.fromResponse(done);
    expect(await stream.text()).toBe("Hi");
    stream.cancel();
    expect(await stream.text()).toBe("Hi");
  });
});

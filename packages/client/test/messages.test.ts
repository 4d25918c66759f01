import { setTimeout as delay } from "node:timers/promises";
import { type Mock, startMock } from "@portico/mock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageEvent, MessageReply, MessageTurn } from "../src/contract.ts";
import {
  ConnectionError,
  createPortico,
  messageText,
  type Portico,
  StreamError,
  TimeoutError,
  ToolLoopError,
  toolUsesOf,
} from "../src/index.ts";
import { envelope, json, scriptedServer, sse } from "./scripted-server.ts";

const hello: MessageTurn = { role: "user", content: "hello" };
const request = { model: "sandbox/text", max_tokens: 100, messages: [hello] };
const none = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
const usage = { input_tokens: 1, output_tokens: 2, ...none, cost: 0 };

function reply(
  content: MessageReply["content"],
  stop_reason: MessageReply["stop_reason"] = "end_turn",
): MessageReply {
  const head = { id: "gen-1", type: "message", role: "assistant", model: "sandbox/text" } as const;
  return { ...head, content, stop_reason, stop_sequence: null, usage };
}

const text = (said: string) => ({ type: "text" as const, text: said });
const thought = { type: "thinking" as const, thinking: "Two cities", signature: "s" };
const call = (id: string, city: string) => ({
  ...({ type: "tool_use", id, name: "weather" } as const),
  input: { city },
});

type Delta = Extract<MessageEvent, { type: "content_block_delta" }>["delta"];

/** The events of a block with the given deltas. */
const block = (
  index: number,
  start: MessageReply["content"][number],
  ...deltas: Delta[]
): MessageEvent[] => [
  { type: "content_block_start", index, content_block: start },
  ...deltas.map((delta): MessageEvent => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];

const first: MessageEvent = {
  type: "message_start",
  message: { ...reply([], null), usage: { input_tokens: 9, output_tokens: 0, ...none } },
};
const last = (stop_reason: "end_turn" | "tool_use" | "max_tokens" = "end_turn"): MessageEvent[] => [
  { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
  { type: "message_stop" },
];
const textBlock = (...pieces: string[]) =>
  block(0, text(""), ...pieces.map((piece): Delta => ({ type: "text_delta", text: piece })));
const said = (...pieces: string[]) => [first, ...textBlock(...pieces), ...last()];

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("It should have failed."),
    (error: unknown) => error,
  );
}

describe("a message", () => {
  it("comes in one piece", async () => {
    const content = [thought, text("Hel"), text("lo"), call("c1", "Oslo")];
    await using server = await scriptedServer((_, answer) => json(answer, 200, reply(content)));
    const message = await server.client().messages.create(request);
    expect([messageText(message), toolUsesOf(message)]).toEqual(["Hello", [call("c1", "Oslo")]]);
    expect(server.seen[0]).toMatchObject({
      path: "/api/v1/messages",
      body: { ...request, stream: false },
    });
  });

  it("has its tokens counted", async () => {
    await using server = await scriptedServer((_, answer) =>
      json(answer, 200, { input_tokens: 7 }),
    );
    const { max_tokens: _, ...conversation } = request;
    expect(await server.client().messages.countTokens(conversation)).toEqual({ input_tokens: 7 });
    expect(server.seen[0]).toMatchObject({
      path: "/api/v1/messages/count_tokens",
      body: conversation,
    });
  });

  it.each([400, 401, 402, 404])("throws the service's error: %i", async (status) => {
    await using server = await scriptedServer((_, answer) =>
      json(
        answer,
        status,
        Object.assign(Object(envelope(status, "no", { field: "x" })), {
          type: "error",
        }),
      ),
    );
    const { messages } = server.client();
    for (const promise of [messages.create(request), messages.stream(request)])
      expect(await failureOf(promise)).toMatchObject({
        ...{ status, serviceMessage: "no" },
        metadata: { field: "x" },
      });
  });
});

describe("a stream of messages", () => {
  it("gives events, text and the final message", async () => {
    const ping: MessageEvent = { type: "ping" };
    const events = said("Hel", "lo").toSpliced(2, 0, ping);
    await using server = await scriptedServer((_, answer) => sse(answer, events));
    const { messages } = server.client();
    const stream = await messages.stream(request);
    const seen: MessageEvent[] = [];
    for await (const one of stream) seen.push(one);
    expect(seen).toEqual(events);
    expect(await stream.finalMessage()).toEqual(reply([text("Hello")]));
    const pieces: string[] = [];
    for await (const piece of (await messages.stream(request)).textDeltas()) pieces.push(piece);
    expect(pieces).toEqual(["Hel", "lo"]);
    expect(await (await messages.stream(request)).text()).toBe("Hello");
    expect(stream.requestId).toBe("req_test");
    expect(server.seen[0]?.body).toEqual({ ...request, stream: true });
  });

  it("joins the pieces of thoughts and calls, and leaves the events as they came", async () => {
    const redacted = { type: "redacted_thinking" as const, data: "d" };
    const events = [
      first,
      ...block(
        0,
        { type: "thinking", thinking: "", signature: "" },
        { type: "thinking_delta", thinking: "Two " },
        { type: "thinking_delta", thinking: "cities" },
        { type: "signature_delta", signature: "s" },
      ),
      ...block(1, redacted),
      ...block(
        2,
        { ...call("c1", ""), input: {} },
        { type: "input_json_delta", partial_json: "" },
        { type: "input_json_delta", partial_json: '{"city":' },
        { type: "input_json_delta", partial_json: '"Oslo"}' },
      ),
      ...block(3, { ...call("c2", ""), input: {} }),
      ...last("tool_use"),
    ];
    await using server = await scriptedServer((_, answer) => sse(answer, events));
    const stream = await server.client().messages.stream(request);
    const seen: MessageEvent[] = [];
    for await (const one of stream) seen.push(structuredClone(one));
    expect(seen).toEqual(events);
    const calls = [call("c1", "Oslo"), { ...call("c2", ""), input: {} }];
    expect(await stream.toolUses()).toEqual(calls);
    expect(await stream.finalMessage()).toEqual(reply([thought, redacted, ...calls], "tool_use"));
    expect(events[0]).toMatchObject({ message: { content: [] } });
  });

  it("keeps a call without arguments that broke off within them", async () => {
    const events = [
      first,
      ...block(
        0,
        { ...call("c1", ""), input: {} },
        { type: "input_json_delta", partial_json: '{"city":' },
      ),
      ...last("max_tokens"),
    ];
    await using server = await scriptedServer((_, answer) => sse(answer, events));
    const message = await (await server.client().messages.stream(request)).finalMessage();
    expect(message).toMatchObject({ content: [{ input: {} }], stop_reason: "max_tokens" });
  });

  it("that fails in its middle throws what had come", async () => {
    const error = { type: "overloaded_error" as const, code: 529, message: "It broke off." };
    const failed: MessageEvent = { type: "error", error, request_id: "req_test" };
    await using server = await scriptedServer((_, answer) =>
      sse(answer, [first, ...textBlock("Hel").slice(0, 2), failed]),
    );
    const thrown = await failureOf((await server.client().messages.stream(request)).finalMessage());
    expect(thrown).toBeInstanceOf(StreamError);
    expect(thrown).toMatchObject({
      ...{ reason: "failed", code: "overloaded_error", text: "Hel" },
      message: "It broke off. (request req_test)",
    });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ["its last event", said("Hel").slice(0, -1)],
    ["its last two events", said("Hel").slice(0, -2)],
    ["its first event", [...textBlock("Hel"), ...last()]],
  ])("throws when it comes without %s", async (_, events) => {
    await using server = await scriptedServer((_, answer) => sse(answer, events));
    const thrown = await failureOf((await server.client().messages.stream(request)).text());
    expect(thrown).toMatchObject({ kind: "stream", reason: "unterminated" });
  });

  it("throws when the connection is cut or silent", async () => {
    await using server = await scriptedServer(async (_, answer, index) => {
      sse(answer, [first], false);
      await delay(20);
      if (index === 0) answer.destroy();
    });
    const failure = async (streamIdleTimeoutMs: number) => {
      const { messages } = server.client({ streamIdleTimeoutMs });
      return failureOf((await messages.stream(request)).text());
    };
    expect(await failure(60_000)).toBeInstanceOf(ConnectionError);
    expect(await failure(60)).toBeInstanceOf(TimeoutError);
  });

  it("is tried again before its first event, and never after it", async () => {
    await using server = await scriptedServer((_, answer, index) =>
      index === 0 ? json(answer, 529, envelope(529, "busy")) : sse(answer, said("Hi")),
    );
    expect(await (await server.client().messages.stream(request)).text()).toBe("Hi");
    expect(server.seen).toHaveLength(2);
  });

  it("ends by the caller's abort, and closes the connection when the loop is left", async () => {
    const closed: Promise<void>[] = [];
    await using server = await scriptedServer((_, answer) => {
      closed.push(new Promise((resolve) => answer.on("close", () => resolve())));
      sse(answer, [first], false);
    });
    const { messages } = server.client();
    const abort = new AbortController();
    const stream = await messages.stream(request, { signal: abort.signal });
    const text = failureOf(stream.text());
    abort.abort();
    expect(await text).toMatchObject({ name: "AbortError" });
    for await (const _ of await messages.stream(request)) break;
    await Promise.all(closed);
  });
});

describe("the tool loop over messages", () => {
  const parameters = { type: "object", properties: { city: { type: "string" } } };
  const weather = {
    parameters,
    run: ({ city }: Record<string, unknown>) => ({ city, degrees: 21 }),
  };

  it("sends the blocks back as they came, with all results in one message after them", async () => {
    const asked = reply([thought, call("c1", "Paris"), call("c2", "Rome")], "tool_use");
    const answers = [asked, reply([text("Both are warm.")])];
    await using server = await scriptedServer((_, answer, index) =>
      json(answer, 200, answers[index]),
    );
    const seen: MessageReply[] = [];
    const { message, messages } = await server.client().messages.runTools(
      {
        ...request,
        tools: { weather },
        tool_choice: { type: "tool", name: "weather", disable_parallel_tool_use: true },
      },
      { onResponse: (one) => seen.push(one) },
    );
    expect(messageText(message)).toBe("Both are warm.");
    const result = (id: string, city: string) => ({
      ...{ type: "tool_result", tool_use_id: id },
      content: `{"city":"${city}","degrees":21}`,
    });
    expect(messages).toEqual([
      hello,
      { role: "assistant", content: asked.content },
      { role: "user", content: [result("c1", "Paris"), result("c2", "Rome")] },
      { role: "assistant", content: message.content },
    ]);
    expect(server.seen[1]?.body).toMatchObject({
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
      messages: messages.slice(0, -1),
      tools: [{ name: "weather", input_schema: parameters }],
    });
    expect(seen).toHaveLength(2);
  });

  it("stops after its limit of rounds, and at a tool that was not offered", async () => {
    await using server = await scriptedServer((_, answer) =>
      json(answer, 200, reply([call("c1", "Paris")], "tool_use")),
    );
    const { messages } = server.client();
    const rounds = messages.runTools({ ...request, tools: { weather } }, { maxRounds: 2 });
    expect(await failureOf(rounds)).toBeInstanceOf(ToolLoopError);
    expect(server.seen).toHaveLength(2);
    const other = messages.runTools({ ...request, tools: { other: weather } });
    expect(await failureOf(other)).toMatchObject({ message: expect.stringContaining('"weather"') });
  });
});

describe("messages of the mock", () => {
  let mock: Mock;
  let portico: Portico;
  beforeAll(async () => {
    mock = await startMock({ rehearsal: { paceMs: 0 } });
    portico = createPortico({ baseUrl: mock.url, apiKey: "any" });
  });
  afterAll(() => mock.close());

  it.each(["mock/text", "mock/think"])("are the same whole and streamed: %s", async (model) => {
    const body = { ...request, model, thinking: { type: "adaptive" } };
    const { id, ...whole } = await portico.messages.create(body);
    const streamed = await (await portico.messages.stream(body)).finalMessage();
    expect(streamed).toEqual({ ...whole, id: expect.any(String) });
  });

  it("go on from the model's thoughts in a tool loop", async () => {
    const { message } = await portico.messages.runTools({
      model: "mock/think",
      max_tokens: 1000,
      thinking: { type: "enabled", budget_tokens: 500 },
      messages: [{ role: "user", content: "What is the weather in Paris and in Oslo?" }],
      tools: {
        get_weather: {
          parameters: {
            type: "object",
            properties: { city: { type: "string" } },
            required: ["city"],
          },
          run: () => "sunny",
        },
      },
    });
    expect(messageText(message)).toMatch(/Paris.*sunny/);
  });

  it.each(["fail", "cut"])("that %s in mid-stream throw", async (fault) => {
    const failing = createPortico({
      ...{ baseUrl: mock.url, apiKey: "any" },
      headers: { Prefer: `fault=${fault}` },
    });
    const thrown = await failureOf((await failing.messages.stream(request)).text());
    expect(thrown).toBeInstanceOf(fault === "fail" ? StreamError : ConnectionError);
  });
});

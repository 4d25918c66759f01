import { setTimeout as delay } from "node:timers/promises";
import { type Mock, startMock } from "@portico/mock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatChunk, ChatReply } from "../src/contract.ts";
import {
  ConnectionError,
  chatMessage,
  chatText,
  createPortico,
  type Portico,
  StreamError,
  TimeoutError,
  ToolLoopError,
} from "../src/index.ts";
import { envelope, json, scriptedServer, sse } from "./scripted-server.ts";

type Delta = ChatChunk["choices"][number]["delta"];

const request = { model: "sandbox/text", messages: [{ role: "user" as const, content: "hello" }] };
const common = { id: "gen-1", created: 1, model: "sandbox/text", provider: "sandbox" };
const usage = {
  ...{ prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cost: 0 },
  prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
};

function chunk(delta: Delta, finish_reason: string | null = null, more = {}) {
  const choices = [{ index: 0, delta, finish_reason }];
  return { ...common, object: "chat.completion.chunk", choices, ...more };
}

const first = chunk({ role: "assistant", content: "" });
const last = chunk({}, "stop", { usage, service_tier: "default" });
const said = (pieces: readonly string[]) => [
  first,
  ...pieces.map((content) => chunk({ content })),
  last,
];

function reply(message: Partial<ChatReply["choices"][number]["message"]>): ChatReply {
  return {
    ...{ ...common, object: "chat.completion", system_fingerprint: null, usage },
    choices: [
      {
        ...{ index: 0, logprobs: null, finish_reason: message.tool_calls ? "tool_calls" : "stop" },
        message: { role: "assistant", content: null, refusal: null, ...message },
      },
    ],
  };
}

const call = (id: string, city: string) => ({
  id,
  type: "function" as const,
  function: { name: "weather", arguments: JSON.stringify({ city }) },
});

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("It should have failed."),
    (error: unknown) => error,
  );
}

describe("a chat completion", () => {
  it("comes in one piece", async () => {
    await using server = await scriptedServer((_, answer) =>
      json(answer, 200, reply({ content: "Hello" })),
    );
    const completion = await server.client().chat.create(request);
    expect([chatText(completion), chatMessage(completion).refusal]).toEqual(["Hello", null]);
    expect(server.seen[0]).toMatchObject({
      path: "/api/v1/chat/completions",
      body: { ...request, stream: false },
    });
  });

  it.each([400, 401, 402, 404])("throws the service's error: %i", async (status) => {
    await using server = await scriptedServer((_, answer) =>
      json(answer, status, envelope(status, "no", { error_type: "word" })),
    );
    const { chat } = server.client();
    for (const promise of [chat.create(request), chat.stream(request)])
      expect(await failureOf(promise)).toMatchObject({ status, metadata: { error_type: "word" } });
  });
});

describe("a chat stream", () => {
  it("gives chunks, text and the final message", async () => {
    await using server = await scriptedServer((_, answer) => sse(answer, said(["Hel", "lo"])));
    const { chat } = server.client();
    const stream = await chat.stream(request);
    const chunks: ChatChunk[] = [];
    for await (const one of stream) chunks.push(one);
    expect(chunks).toEqual(said(["Hel", "lo"]));
    expect(await stream.finalCompletion()).toEqual({
      ...reply({ content: "Hello" }),
      service_tier: "default",
    });
    const pieces: string[] = [];
    for await (const piece of (await chat.stream(request)).textDeltas()) pieces.push(piece);
    expect(pieces).toEqual(["Hel", "lo"]);
    expect(await (await chat.stream(request)).text()).toBe("Hello");
    expect(stream.requestId).toBe("req_test");
    expect(server.seen[0]?.body).toEqual({ ...request, stream: true });
  });

  it("joins the pieces of calls and thoughts, and leaves the chunks as they came", async () => {
    const beginning = { ...call("c1", ""), index: 0 };
    const begun = { ...beginning, function: { name: "weather", arguments: "" as const } };
    const args = (text: string) =>
      chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] });
    const events = [
      first,
      chunk({
        reasoning: "Two ",
        reasoning_details: [{ type: "reasoning.text", index: 0, text: "Two " }],
      }),
      chunk({
        reasoning: "cities",
        reasoning_details: [{ type: "reasoning.text", index: 0, text: "cities" }],
      }),
      chunk({ reasoning_details: [{ type: "reasoning.text", index: 0, signature: "s" }] }),
      chunk({
        reasoning: "In ",
        reasoning_details: [{ type: "reasoning.summary", index: 1, summary: "In " }],
      }),
      chunk({
        reasoning: "short",
        reasoning_details: [{ type: "reasoning.summary", index: 1, summary: "short" }],
      }),
      chunk({
        tool_calls: [begun],
        reasoning_details: [{ type: "reasoning.encrypted", index: 2, data: "d", id: "c1" }],
      }),
      args('{"city":'),
      args('"Oslo"}'),
      chunk({}, "tool_calls", { usage }),
    ];
    await using server = await scriptedServer((_, answer) => sse(answer, events));
    const stream = await server.client().chat.stream(request);
    const seen: ChatChunk[] = [];
    for await (const one of stream) seen.push(one);
    expect(seen).toEqual(events);
    expect(await stream.finalMessage()).toEqual({
      role: "assistant",
      content: null,
      refusal: null,
      reasoning: "Two citiesIn short",
      reasoning_details: [
        { type: "reasoning.text", index: 0, text: "Two cities", signature: "s" },
        { type: "reasoning.summary", index: 1, summary: "In short" },
        { type: "reasoning.encrypted", index: 2, data: "d", id: "c1" },
      ],
      tool_calls: [call("c1", "Oslo")],
    });
  });

  it("takes usage in a chunk of its own", async () => {
    const own = chunk({ content: "" }, null, { usage });
    await using server = await scriptedServer((_, answer) =>
      sse(answer, [first, chunk({ content: "Hi" }), chunk({}, "length"), own]),
    );
    const stream = await server.client().chat.stream(request);
    const completion = await stream.finalCompletion();
    expect(completion).toMatchObject({ usage, choices: [{ finish_reason: "length" }] });
  });

  const error = { code: 529, message: "It broke off.", metadata: { error_type: "overloaded" } };
  const alone = { error };
  const beside = chunk({ content: "" }, "error", { error, usage });
  it.each([
    ["beside a choice and alone", [beside, alone]],
    ["alone", [alone]],
    ["beside a choice", [beside]],
    ["without choices", [{ ...beside, choices: [] }]],
  ])("that fails in its middle, said %s, throws what had come", async (_, ending) => {
    await using server = await scriptedServer((_, answer) =>
      sse(answer, [first, chunk({ content: "Hel" }), ...ending]),
    );
    const thrown = await failureOf((await server.client().chat.stream(request)).finalMessage());
    expect(thrown).toBeInstanceOf(StreamError);
    expect(thrown).toMatchObject({
      ...{ reason: "failed", code: "overloaded", text: "Hel" },
      message: "It broke off. (request req_test)",
    });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ["a finish reason", said(["Hel"]).slice(0, -1)],
    ["usage", [first, chunk({ content: "Hel" }), chunk({}, "stop")]],
  ])("throws when it ends without %s", async (_, events) => {
    await using server = await scriptedServer((_, answer) => sse(answer, events));
    const thrown = await failureOf((await server.client().chat.stream(request)).text());
    expect(thrown).toMatchObject({ kind: "stream", reason: "unterminated", text: "Hel" });
  });

  it("throws when the connection is cut or silent", async () => {
    await using server = await scriptedServer(async (_, answer, index) => {
      sse(answer, [first], false);
      await delay(20);
      if (index === 0) answer.destroy();
    });
    const failure = async (streamIdleTimeoutMs: number) => {
      const { chat } = server.client({ streamIdleTimeoutMs });
      return failureOf((await chat.stream(request)).text());
    };
    expect(await failure(60_000)).toBeInstanceOf(ConnectionError);
    expect(await failure(60)).toBeInstanceOf(TimeoutError);
  });

  it("is tried again before its first chunk, and never after it", async () => {
    await using server = await scriptedServer((_, answer, index) =>
      index === 0 ? json(answer, 529, envelope(529, "busy")) : sse(answer, said(["Hi"])),
    );
    expect(await (await server.client().chat.stream(request)).text()).toBe("Hi");
    expect(server.seen).toHaveLength(2);
  });

  it("ends by the caller's abort, and closes the connection when the loop is left", async () => {
    const closed: Promise<void>[] = [];
    await using server = await scriptedServer((_, answer) => {
      closed.push(new Promise((resolve) => answer.on("close", () => resolve())));
      sse(answer, [first], false);
    });
    const { chat } = server.client();
    const abort = new AbortController();
    const stream = await chat.stream(request, { signal: abort.signal });
    const text = failureOf(stream.text());
    abort.abort();
    expect(await text).toMatchObject({ name: "AbortError" });
    for await (const _ of await chat.stream(request)) break;
    await Promise.all(closed);
  });
});

describe("the tool loop over chat completions", () => {
  const parameters = { type: "object", properties: { city: { type: "string" } } };
  const weather = {
    parameters,
    run: ({ city }: Record<string, unknown>) => ({ city, degrees: 21 }),
  };

  it("sends the message back as it came, with the results after it", async () => {
    const asked = reply({
      reasoning: "Two cities",
      reasoning_details: [{ type: "reasoning.text", index: 0, text: "Two cities", signature: "s" }],
      tool_calls: [call("c1", "Paris"), call("c2", "Rome")],
    });
    const answers = [asked, reply({ content: "Both are warm." })];
    await using server = await scriptedServer((_, answer, index) =>
      json(answer, 200, answers[index]),
    );
    const seen: ChatReply[] = [];
    const { completion, messages } = await server.client().chat.runTools(
      {
        ...request,
        tools: { weather },
        tool_choice: { type: "function", function: { name: "weather" } },
      },
      { onResponse: (one) => seen.push(one) },
    );
    expect(chatText(completion)).toBe("Both are warm.");
    expect(messages).toEqual([
      ...request.messages,
      chatMessage(asked),
      { role: "tool", tool_call_id: "c1", content: '{"city":"Paris","degrees":21}' },
      { role: "tool", tool_call_id: "c2", content: '{"city":"Rome","degrees":21}' },
      chatMessage(completion),
    ]);
    expect(server.seen[1]?.body).toMatchObject({
      tool_choice: "auto",
      messages: messages.slice(0, -1),
      tools: [{ type: "function", function: { name: "weather", parameters } }],
    });
    expect(seen).toHaveLength(2);
  });

  it("stops after its limit of rounds, and at a tool that was not offered", async () => {
    await using server = await scriptedServer((_, answer) =>
      json(answer, 200, reply({ tool_calls: [call("c1", "Paris")] })),
    );
    const { chat } = server.client();
    const rounds = chat.runTools({ ...request, tools: { weather } }, { maxRounds: 2 });
    expect(await failureOf(rounds)).toBeInstanceOf(ToolLoopError);
    expect(server.seen).toHaveLength(2);
    const other = chat.runTools({ ...request, tools: { other: weather } });
    expect(await failureOf(other)).toMatchObject({ message: expect.stringContaining('"weather"') });
  });
});

describe("chat completions of the mock", () => {
  let mock: Mock;
  let portico: Portico;
  beforeAll(async () => {
    mock = await startMock({ rehearsal: { paceMs: 0 } });
    portico = createPortico({ baseUrl: mock.url, apiKey: "any" });
  });
  afterAll(() => mock.close());

  it.each(["mock/text", "mock/think"])("are the same whole and streamed: %s", async (model) => {
    const body = { ...request, model };
    const { id, created, ...whole } = await portico.chat.create(body);
    const streamed = await (await portico.chat.stream(body)).finalCompletion();
    expect(streamed).toEqual({ ...whole, id: expect.any(String), created: expect.any(Number) });
  });

  it("go on from the model's thoughts in a tool loop", async () => {
    const { completion } = await portico.chat.runTools({
      model: "mock/think",
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
    expect(chatText(completion)).toMatch(/Paris.*sunny/);
  });

  it.each(["fail", "cut"])("that %s in mid-stream throw", async (fault) => {
    const failing = createPortico({
      ...{ baseUrl: mock.url, apiKey: "any" },
      headers: { Prefer: `fault=${fault}` },
    });
    const thrown = await failureOf((await failing.chat.stream(request)).text());
    expect(thrown).toBeInstanceOf(fault === "fail" ? StreamError : ConnectionError);
  });
});

import { loadDocument, operations, type Schema } from "@portico/contract";
import { findChatOrderViolation } from "@portico/contract/chat-order";
import { contractCheck as check } from "@portico/test-support/contract-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../src/index.ts";
import { dataOf, sendTo } from "./ask.ts";
import { examplesOf } from "./examples-of.ts";

type Reply = Schema<"ChatReply">;
type Chunk = Schema<"ChatChunk">;

const document = loadDocument();
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ rehearsal: { paceMs: 0 } });
});
afterAll(() => mock.close());

const user = { role: "user", content: "What is the weather in Paris and in Oslo?" };
const question = { model: "mock/text", messages: [{ role: "user", content: "Count to 9" }] };
const tools = [
  {
    type: "function",
    function: {
      name: "get_weather",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
  },
];
const asking = { model: "mock/text", messages: [user], tools };

async function post(body: object, headers: Record<string, string> = {}) {
  const reply = await sendTo(mock, "/chat/completions", { body, headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

async function ask(body: object): Promise<Reply> {
  const { status, text } = await post(body);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return JSON.parse(text);
}

async function streamed(body: object, prefer?: string): Promise<(Chunk | "[DONE]")[]> {
  const { text } = await post(
    { ...body, stream: true },
    prefer === undefined ? {} : { Prefer: prefer },
  );
  return dataOf(text) as (Chunk | "[DONE]")[];
}

function messageIn(reply: Reply) {
  const [choice] = reply.choices;
  if (choice === undefined) throw new Error("The reply has no choice.");
  return choice.message;
}

const chunksOf = (events: readonly (Chunk | "[DONE]")[]): Chunk[] =>
  events.filter((event) => typeof event !== "string" && "choices" in event) as Chunk[];

/** A thought that belongs to a call has the id of the call. */
function withoutId({ id: _, ...entry }: Schema<"ChatReasoningDetail"> & { readonly id?: string }) {
  return entry;
}

/** The message that the deltas add up to, without ids. */
function joined(chunks: readonly Chunk[]) {
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  const calls: { name: string; arguments: string }[] = [];
  const details: Record<string, unknown>[] = [];
  for (const { tool_calls = [], reasoning_details = [] } of deltas) {
    for (const { index, function: piece } of tool_calls.filter((call) => "function" in call)) {
      const call = calls[index];
      if (call === undefined) calls[index] = { name: "", ...piece };
      else call.arguments += piece.arguments;
    }
    for (const entry of reasoning_details) {
      const before = details[entry.index];
      const text = `${before?.["text"] ?? ""}${"text" in entry ? entry.text : ""}`;
      details[entry.index] = { ...before, ...withoutId(entry), ...(text !== "" && { text }) };
    }
  }
  return {
    content: deltas.map(({ content = "" }) => content).join(""),
    reasoning: deltas.map(({ reasoning = "" }) => reasoning).join(""),
    calls,
    details,
    finish: chunks.at(-1)?.choices[0]?.finish_reason,
    usage: chunks.at(-1)?.usage,
  };
}

function asJoined(reply: Reply) {
  const { content, reasoning, tool_calls, reasoning_details } = messageIn(reply);
  return {
    content: content ?? "",
    reasoning: reasoning ?? "",
    calls: (tool_calls ?? []).flatMap((call) => (call.type === "function" ? call.function : [])),
    details: (reasoning_details ?? []).map(withoutId),
    finish: reply.choices[0]?.finish_reason,
    usage: reply.usage,
  };
}

describe("chat completions of the mock", () => {
  it.each([
    ["a text", question, "stop"],
    ["parallel calls", asking, "tool_calls"],
    ["one call", { ...asking, parallel_tool_calls: false }, "tool_calls"],
    [
      "a forced call",
      {
        ...question,
        tools,
        tool_choice: { type: "function", function: { name: "get_weather" } },
      },
      "tool_calls",
    ],
    ["structured output", { ...question, response_format: { type: "json_object" } }, "stop"],
    ["too few tokens", { ...question, max_tokens: 2, max_completion_tokens: 9 }, "length"],
    ["thoughts", { ...asking, model: "sandbox/think" }, "tool_calls"],
  ])("of %s are the same as a reply and as a stream", async (_, body, finish) => {
    const reply = await ask(body);
    expect(check.reply(operations.createChatCompletion, 200, reply)).toEqual([]);
    const events = await streamed(body);
    expect(findChatOrderViolation(events)).toBeNull();
    for (const event of events.slice(0, -1)) expect(check.chunk(event)).toEqual([]);
    expect(joined(chunksOf(events))).toEqual(asJoined(reply));
    expect(reply.choices[0]?.finish_reason).toBe(finish);
  });

  it("count as many tokens as the same request to /responses", async () => {
    const { usage } = await ask(question);
    const response = await sendTo(mock, "/responses", {
      body: { model: "mock/text", input: "Count to 9" },
    });
    const { usage: other } = (await response.json()) as Schema<"Response">;
    expect([usage.prompt_tokens, usage.completion_tokens, usage.total_tokens]).toEqual([
      other?.input_tokens,
      other?.output_tokens,
      other?.total_tokens,
    ]);
  });

  it("carry their id in a header, streamed, whole and as an example", async () => {
    for (const [body, headers] of [
      [question, {}],
      [{ ...question, stream: true }, {}],
      [question, { Prefer: "example=chat-text-reply" }],
    ] as const) {
      const reply = await post(body, headers);
      const [first] = reply.text.startsWith("data:")
        ? dataOf(reply.text)
        : [JSON.parse(reply.text)];
      expect(reply.headers.get("x-generation-id")).toBe((first as Reply).id);
    }
  });

  it("answer in words once the calls have their results, with the thoughts sent back", async () => {
    const thinking = { ...asking, model: "sandbox/think" };
    const message = messageIn(await ask(thinking));
    const results = (message.tool_calls ?? []).map(({ id }) => ({
      role: "tool",
      tool_call_id: id,
      content: "sunny",
    }));
    const answer = await ask({ ...thinking, messages: [user, message, ...results] });
    expect(messageIn(answer).content).toMatch(/Paris.*sunny/);
    const { reasoning, reasoning_details, ...forgotten } = message;
    // The seal of a thought stands on the call that it led to, too.
    const calls = (message.tool_calls ?? []).map((call) =>
      call.type === "function" ? { id: call.id, type: call.type, function: call.function } : call,
    );
    const without = { ...forgotten, tool_calls: calls };
    const refused = await post({ ...thinking, messages: [user, without, ...results] });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("thoughts")]);
  });

  it("leave out thoughts that are excluded, and those that cannot be opened", async () => {
    const thinking = { ...question, model: "sandbox/think" };
    for (const more of [{ reasoning: { exclude: true } }, { include_reasoning: false }]) {
      const reply = await ask({ ...thinking, ...more });
      expect(messageIn(reply).reasoning).toBeUndefined();
      expect(reply.usage.completion_tokens_details.reasoning_tokens).toBeGreaterThan(0);
    }
    const foreign = { type: "reasoning.encrypted", data: "from elsewhere", index: 0 };
    const said = { role: "assistant", content: "Hello", reasoning_details: [foreign] };
    await ask({ ...thinking, messages: [...question.messages, said, user] });
  });

  it("are the contract's named examples when asked", async () => {
    const named = examplesOf(document, operations.createChatCompletion, 200, "text/event-stream");
    expect(named.length).toBeGreaterThan(3);
    for (const { name, value } of named)
      expect(await streamed(question, `example=${name}`)).toEqual(dataOf(String(value)));
  });

  it.each(["fail", "incomplete"])("that %s in mid-stream keep schema and order", async (fault) => {
    const events = await streamed(question, `fault=${fault}`);
    expect(findChatOrderViolation(events)).toBeNull();
    for (const event of events.slice(0, -1)) expect(check.chunk(event)).toEqual([]);
    const finish = chunksOf(events).at(-1)?.choices[0]?.finish_reason;
    expect(finish).toBe(fault === "fail" ? "error" : "length");
    expect(joined(chunksOf(events)).content).not.toBe("");
  });

  it.each(["cut", "refuse"])("break off on %s", async (fault) => {
    await expect(streamed(question, `fault=${fault}`)).rejects.toThrow();
  });

  it("take every form of a message that client libraries send", async () => {
    const call = { id: "c1", type: "function", function: { name: "get_weather", arguments: "" } };
    const reply = await ask({
      ...question,
      messages: [
        { role: "developer", content: "Be short." },
        { role: "system", content: [{ type: "text", text: "Be kind.", cache_control: null }] },
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "image_url", image_url: "https://example.com/a.png" },
            { type: "image_url", image_url: { url: "https://example.com/b.png" } },
            { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
            { type: "file", file: { file_data: "https://example.com/a.pdf" } },
          ],
        },
        { role: "assistant", content: "", tool_calls: [call], refusal: null, audio: null },
        { role: "tool", tool_call_id: "c1", name: "get_weather" },
        { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
        { role: "user", content: "And now?" },
      ],
      tools: [{ type: "web_search" }],
      tool_choice: "none",
      temperature: null,
      stream_options: null,
      response_format: null,
      plugins: [],
    });
    expect(messageIn(reply)).not.toHaveProperty("tool_calls");
  });

  const assistant = (...calls: object[]) => ({ role: "assistant", tool_calls: calls });
  const call = { id: "c1", function: { name: "get_weather", arguments: "{}" } };
  const result = { role: "tool", tool_call_id: "c1", content: "sunny" };
  const said = (...messages: object[]) => ({ ...question, messages });
  it.each([
    ["no messages", { model: "m" }, /^messages is required/],
    ["more than one answer", { ...question, n: 2 }, /^n must be 1 or left out/],
    ["another form of text", { ...question, response_format: { type: "python" } }, /json_schema/],
    [
      "a function that is not there",
      { ...asking, tool_choice: { type: "function", function: { name: "x" } } },
      /^tool_choice.function.name is "x", and tools defines/,
    ],
    [
      "two efforts",
      { ...question, reasoning: { effort: "low" }, reasoning_effort: "high" },
      /^reasoning_effort is "high", and/,
    ],
    ["a result without its call", said(user, result), /messages\[1\].tool_call_id belongs to no/],
    ["two results of a call", said(user, assistant(call), result, result), /has answered already/],
    [
      "an id that is used twice",
      said(user, assistant(call, call)),
      /tool_calls\[1\].id is used by messages\[1\].tool_calls\[0\] already/,
    ],
    [
      "arguments that are no JSON",
      said(user, assistant({ ...call, function: { name: "x", arguments: "{" } })),
      /function.arguments must be valid JSON text/,
    ],
    [
      "a file without content",
      said({ role: "user", content: [{ type: "file", file: { filename: "a" } }] }),
      /content\[0\].file.file_data is required/,
    ],
  ])("refuse %s in the gateway's words", async (_, body, message) => {
    const { status, text } = await post(body);
    const { error } = JSON.parse(text) as Schema<"ErrorEnvelope">;
    expect([status, error.message]).toEqual([400, expect.stringMatching(message)]);
    expect(error.metadata).toMatchObject({
      error_type: "invalid_request",
      field: expect.any(String),
    });
  });

  it.each([
    ["rate-limit", 429, "rate_limit_exceeded"],
    ["no-credits", 402, "payment_required"],
    ["overload", 529, "provider_overloaded"],
    ["unavailable", 503, "server"],
  ])("say the kind of a failure as a word: %s", async (fault, status, error_type) => {
    for (const stream of [false, true]) {
      const reply = await post({ ...question, stream }, { Prefer: `fault=${fault}` });
      expect(reply.status).toBe(status);
      expect(JSON.parse(reply.text)).toMatchObject({ error: { metadata: { error_type } } });
    }
  });

  it("tell a wrong kind of key from a missing one", async () => {
    for (const [key, error_type] of [
      ["ptcm_x", "permission_denied"],
      [null, "authentication"],
    ] as const) {
      const reply = await sendTo(mock, "/chat/completions", { body: question, key });
      expect(await reply.json()).toMatchObject({ error: { code: 401, metadata: { error_type } } });
    }
  });
});

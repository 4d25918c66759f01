import { loadDocument, operations, type Schema } from "@portico/contract";
import { readMessageEvents } from "@portico/contract/message-frames";
import { findMessagesOrderViolation } from "@portico/contract/messages-order";
import { contractCheck as check } from "@portico/test-support/contract-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../src/index.ts";
import { sendTo } from "./ask.ts";
import { examplesOf } from "./examples-of.ts";

type Reply = Schema<"MessagesReply">;
type Event = Schema<"MessageStreamEvent">;
type Block = Schema<"MessagesReplyBlock">;

const document = loadDocument();
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ rehearsal: { paceMs: 0 } });
});
afterAll(() => mock.close());

const user = { role: "user", content: "What is the weather in Paris and in Oslo?" };
const question = {
  model: "mock/text",
  max_tokens: 1000,
  messages: [{ role: "user", content: "Count to 9" }],
};
const tools = [
  {
    name: "get_weather",
    input_schema: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    },
  },
];
const asking = { ...question, messages: [user], tools };
const thinking = { model: "sandbox/think", thinking: { type: "enabled", budget_tokens: 500 } };

async function post(body: object, headers: Record<string, string> = {}) {
  const reply = await sendTo(mock, "/messages", { body, headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

async function ask(body: object): Promise<Reply> {
  const { status, text } = await post(body);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return JSON.parse(text);
}

async function streamed(body: object, prefer?: string): Promise<readonly Event[]> {
  const headers: Record<string, string> = prefer === undefined ? {} : { Prefer: prefer };
  const { text } = await post({ ...body, stream: true }, headers);
  const { events, problems } = readMessageEvents(text);
  expect(problems).toEqual([]);
  return events as Event[];
}

const fieldOf = {
  text_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "signature",
  citations_delta: "citation",
};

/** What the events add up to, without ids. */
function joined(events: readonly Event[]) {
  const blocks: Record<string, unknown>[] = [];
  let json = "";
  for (const event of events) {
    if (event.type === "content_block_start") blocks.push({ ...event.content_block });
    const block = blocks.at(-1) ?? {};
    if (event.type === "content_block_delta") {
      const { delta } = event;
      if (delta.type === "input_json_delta") json += delta.partial_json;
      else {
        const field = fieldOf[delta.type];
        block[field] = `${block[field]}${Reflect.get(delta, field)}`;
      }
    }
    if (event.type === "content_block_stop" && json !== "") {
      block["input"] = JSON.parse(json);
      json = "";
    }
  }
  const end = events.find((event) => event.type === "message_delta");
  return { blocks: withoutIds(blocks), ...end?.delta, usage: end?.usage };
}

function withoutIds(blocks: readonly object[]): unknown[] {
  return blocks.map((block) => ("id" in block ? { ...block, id: "" } : block));
}

function asJoined({ content, stop_reason, stop_sequence, usage }: Reply) {
  return { blocks: withoutIds(content), stop_reason, stop_sequence, usage };
}

const isBlock =
  <Type extends Block["type"]>(type: Type) =>
  (block: Block): block is Extract<Block, { type: Type }> =>
    block.type === type;

const textIn = ({ content }: Reply) => content.find(isBlock("text"))?.text;
const errorIn = (text: string) => JSON.parse(text) as Schema<"MessagesErrorEnvelope">;

describe("messages of the mock", () => {
  it.each([
    ["a text", question, "end_turn"],
    ["parallel calls", asking, "tool_use"],
    [
      "one call",
      { ...asking, tool_choice: { type: "auto", disable_parallel_tool_use: true } },
      "tool_use",
    ],
    [
      "a forced call",
      { ...question, tools, tool_choice: { type: "tool", name: "get_weather" } },
      "tool_use",
    ],
    ["any call", { ...question, tools, tool_choice: { type: "any" } }, "tool_use"],
    [
      "structured output",
      { ...question, output_config: { format: { type: "json_schema", schema: {} } } },
      "end_turn",
    ],
    ["too few tokens", { ...question, max_tokens: 2 }, "max_tokens"],
    ["thoughts", { ...asking, ...thinking }, "tool_use"],
    ["a thought that is cut off", { ...asking, ...thinking, max_tokens: 3 }, "max_tokens"],
  ])("of %s are the same as a reply and as a stream", async (_, body, reason) => {
    const reply = await ask(body);
    expect(check.reply(operations.createMessage, 200, reply)).toEqual([]);
    const events = await streamed(body);
    expect(findMessagesOrderViolation(events)).toBeNull();
    for (const event of events) expect(check.messageEvent(event)).toEqual([]);
    expect(joined(events)).toEqual(asJoined(reply));
    expect(reply.stop_reason).toBe(reason);
    expect(reply.content.length).toBeGreaterThan(0);
  });

  it("count as many tokens as the same request to /responses and to count_tokens", async () => {
    const { usage } = await ask(question);
    const response = await sendTo(mock, "/responses", {
      body: { model: "mock/text", input: "Count to 9" },
    });
    const { usage: other } = (await response.json()) as Schema<"Response">;
    expect([usage.input_tokens, usage.output_tokens]).toEqual([
      other?.input_tokens,
      other?.output_tokens,
    ]);
    const { max_tokens: _, ...conversation } = question;
    const counted = await sendTo(mock, "/messages/count_tokens", { body: conversation });
    expect(await counted.json()).toEqual({ input_tokens: usage.input_tokens });
    expect(counted.headers.get("request-id")).toBe(counted.headers.get("x-request-id"));
  });

  it("carry their id in a header, streamed, whole and as an example", async () => {
    for (const [body, headers] of [
      [question, {}],
      [{ ...question, stream: true }, {}],
      [question, { Prefer: "example=messages-text-reply" }],
    ] as const) {
      const reply = await post(body, headers);
      const [, id] = reply.text.match(/"id":"([^"]+)"/) ?? [];
      expect([reply.headers.get("x-generation-id"), id]).toEqual([id, expect.any(String)]);
      expect(reply.headers.get("request-id")).toBe(reply.headers.get("x-request-id"));
    }
  });

  it("answer in words once the calls have their results, with the thoughts sent back", async () => {
    const { content } = await ask({ ...asking, ...thinking });
    const results = content.filter(isBlock("tool_use")).map(({ id }) => ({
      ...{ type: "tool_result", tool_use_id: id },
      content: [{ type: "text", text: "sunny" }],
    }));
    const said = (blocks: readonly Block[]) => [
      user,
      { role: "assistant", content: blocks },
      { role: "user", content: results },
    ];
    const answer = await ask({ ...asking, ...thinking, messages: said(content) });
    expect(textIn(answer)).toMatch(/Paris.*sunny/);
    const forgotten = said(content.filter(({ type }) => type !== "thinking"));
    const refused = await post({ ...asking, ...thinking, messages: forgotten });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("thoughts")]);
  });

  it("show thoughts as they are asked for, and leave out those that cannot be opened", async () => {
    const { thinking: shown, ...unasked } = { ...question, ...thinking };
    const thoughtsOf = async (more: object) =>
      (await ask({ ...unasked, ...more })).content.filter(isBlock("thinking"));
    expect(await thoughtsOf({})).toEqual([]);
    expect(await thoughtsOf({ thinking: { type: "disabled" } })).toEqual([]);
    const [thought] = await thoughtsOf({ thinking: shown });
    expect(thought?.thinking).not.toBe("");
    const [silent] = await thoughtsOf({ thinking: { type: "adaptive", display: "omitted" } });
    expect(silent).toEqual({ ...thought, thinking: "" });
    const foreign = [
      { type: "thinking", thinking: "Hm", signature: "from elsewhere" },
      { type: "thinking", thinking: "Hm" },
      { type: "redacted_thinking", data: "from elsewhere" },
      { type: "text", text: "Hello" },
    ];
    const said = { role: "assistant", content: foreign };
    await ask({ ...unasked, messages: [...question.messages, said, user] });
  });

  it("are the contract's named examples when asked", async () => {
    const named = examplesOf(document, operations.createMessage, 200, "text/event-stream");
    expect(named.length).toBeGreaterThan(3);
    for (const { name, value } of named) {
      const { text } = await post({ ...question, stream: true }, { Prefer: `example=${name}` });
      expect(text).toBe(value);
    }
    for (const { name, value } of examplesOf(document, operations.createMessage, 200))
      expect(JSON.parse((await post(question, { Prefer: `example=${name}` })).text)).toEqual(value);
  });

  it.each(["fail", "incomplete"])("that %s in mid-stream keep schema and order", async (fault) => {
    const events = await streamed(question, `fault=${fault}`);
    expect(findMessagesOrderViolation(events)).toBeNull();
    for (const event of events) expect(check.messageEvent(event)).toEqual([]);
    expect(events.at(-1)?.type).toBe(fault === "fail" ? "error" : "message_stop");
    expect(joined(events).stop_reason).toBe(fault === "fail" ? undefined : "max_tokens");
    expect(events.some(({ type }) => type === "content_block_delta")).toBe(true);
  });

  it.each(["cut", "refuse"])("break off on %s", async (fault) => {
    await expect(streamed(question, `fault=${fault}`)).rejects.toThrow();
  });

  it("take every form of a message that client libraries send", async () => {
    const call = { type: "tool_use", id: "c1", name: "get_weather", input: {} };
    const reply = await ask({
      ...question,
      system: [
        { type: "text", text: "Be kind.", cache_control: { type: "ephemeral", ttl: "1h" } },
        { type: "of_tomorrow" },
      ],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
            {
              type: "document",
              source: { type: "text", media_type: "text/plain", data: "Red." },
              title: "Notes",
            },
          ],
        },
        { role: "assistant", content: [{ type: "text", text: "" }, call] },
        {
          role: "user",
          content: [
            {
              ...{ type: "tool_result", tool_use_id: "c1", is_error: true },
              content: [
                { type: "document", source: { type: "file", file_id: "f" } },
                { type: "search_result", source: "x" },
              ],
            },
          ],
        },
        { role: "system", content: "Be brief." },
        { role: "user", content: "And now?" },
      ],
      tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 3 }],
      tool_choice: { type: "none" },
      context_management: { edits: [] },
      temperature: null,
      metadata: { user_id: "u" },
    });
    expect(reply.stop_reason).toBe("end_turn");
  });

  const said = (...messages: object[]) => ({ ...question, messages });
  const assistant = (...content: object[]) => ({ role: "assistant", content });
  const call = { type: "tool_use", id: "c1", name: "get_weather", input: {} };
  const result = { type: "tool_result", tool_use_id: "c1", content: "sunny" };
  const results = (...content: object[]) => ({ role: "user", content });
  it.each([
    ["no messages", { model: "m", max_tokens: 1 }, /^messages is required/],
    ["no max_tokens", { ...question, max_tokens: undefined }, /^max_tokens is required/],
    ["a tool that is not there", { ...asking, tool_choice: { type: "tool", name: "x" } }, /"x"/],
    ["a result without its call", said(results(result)), /content\[0\].tool_use_id belongs to no/],
    [
      "two results of a call",
      said(user, assistant(call), results(result, result)),
      /has answered already/,
    ],
    [
      "an id that is used twice",
      said(user, assistant(call, call)),
      /content\[1\].id is used by messages\[1\].content\[0\] already: each call needs an id/,
    ],
    ["a thread", { ...question, thread: { type: "create" } }, /^thread must be null or left out/],
  ])("refuse %s in the gateway's words", async (_, body, message) => {
    const { status, text } = await post(body);
    const { type, error } = errorIn(text);
    expect([status, type, error.type]).toEqual([400, "error", "invalid_request_error"]);
    expect(error.message).toMatch(message);
    expect(error.metadata).toMatchObject({ field: expect.any(String) });
    expect(error.details?.["error_code"]).toBe(
      "thread" in body ? "thread_unsupported_request" : undefined,
    );
  });

  it.each([
    ["rate-limit", 429, "rate_limit_error"],
    ["no-credits", 402, "billing_error"],
    ["overload", 529, "overloaded_error"],
    ["unavailable", 503, "api_error"],
  ])("fail in Anthropic's shape and in ours: %s", async (fault, status, type) => {
    for (const stream of [false, true]) {
      const reply = await post({ ...question, stream }, { Prefer: `fault=${fault}` });
      const body = errorIn(reply.text);
      expect([reply.status, body.type, body.error.type]).toEqual([status, "error", type]);
      expect(check.reply(operations.createMessage, status, body)).toEqual([]);
      const id = reply.headers.get("request-id");
      expect([body.request_id, body.service_metadata]).toEqual([id, { request_id: id }]);
    }
  });

  it.each(Object.keys(operations.createMessage.responses).map(Number).filter(Boolean))(
    "have an answer of each status: %i",
    async (status) => {
      const reply = await post(question, { Prefer: `code=${status}` });
      expect(reply.status).toBe(status);
      expect(check.reply(operations.createMessage, status, JSON.parse(reply.text))).toEqual([]);
    },
  );

  it("take a key from either header, and no two", async () => {
    const asked = async (key: string | null, own?: string) => {
      const headers: Record<string, string> = own === undefined ? {} : { "x-api-key": own };
      const reply = await sendTo(mock, "/messages", { body: question, key, headers });
      return [reply.status, reply.status === 200 ? "" : errorIn(await reply.text()).error.type];
    };
    expect(await asked(null, "ptc_1")).toEqual([200, ""]);
    expect(await asked("ptc_1", "ptc_1")).toEqual([200, ""]);
    expect(await asked("ptc_1", "")).toEqual([200, ""]);
    const refused = [401, "authentication_error"];
    expect(await asked("ptc_1", "ptc_2")).toEqual(refused);
    expect(await asked(null)).toEqual(refused);
    expect(await asked(null, "ptcm_1")).toEqual(refused);
    const listed = await sendTo(mock, "/models?limit=1000", {
      ...{ key: null, headers: { "x-api-key": "ptc_1" } },
    });
    const { data } = (await listed.json()) as Schema<"ModelList">;
    expect(data[0]?.display_name).toEqual(expect.any(String));
  });

  it("are discovered by HEAD", async () => {
    for (const path of ["/", "/api"])
      expect((await fetch(new URL(path, mock.url), { method: "HEAD" })).status).toBe(200);
    const body = { ...question };
    expect((await sendTo(mock, "/messages?beta=true", { body })).status).toBe(200);
  });
});

import type { Part } from "@portico/core/model-call/parts";
import { describe, expect, it } from "vitest";
import { ChatReader } from "./reader.ts";

function read(events: readonly unknown[], thinkTags = false): Part[] {
  const reader = new ChatReader({ thinkTags, scrub: (text) => text });
  const parts: Part[] = [];
  for (const event of events) reader.event(event, parts);

  reader.end(parts);
  return parts;
}

const delta = (value: unknown, finish: string | null = null) => ({
  choices: [{ index: 0, delta: value, finish_reason: finish }],
});
const fragment = (
  index: number | undefined,
  id: string | null | undefined,
  name?: string | null,
  text?: unknown,
) => delta({ tool_calls: [{ index, id, function: { name, arguments: text } }] });
const stop = delta({}, "tool_calls");

function calls(events: readonly unknown[]) {
  const found = new Map<string, { id: string | undefined; name: string; text: string }>();
  for (const part of read([...events, stop]))
    if (part.type === "call") found.set(part.key, { id: part.callId, name: part.name, text: "" });
    else if (part.type === "arguments") {
      const call = found.get(part.key);
      expect(call, "arguments of a call that was announced").toBeDefined();
      found.set(part.key, {
        id: call?.id,
        name: call?.name ?? "",
        text: (call?.text ?? "") + part.delta,
      });
    }

  return [...found.values()];
}

describe("calls", () => {
  it("come together from fragments by their index", () => {
    expect(
      calls([
        fragment(0, "a", "f", ""),
        fragment(1, "b", "g", '{"y":'),
        fragment(0, null, null, '{"x":1}'),
        fragment(1, "", undefined, "2}"),
      ]),
    ).toEqual([
      { id: "a", name: "f", text: '{"x":1}' },
      { id: "b", name: "g", text: '{"y":2}' },
    ]);
  });

  it.each([
    ["in pieces", ["get_", "weather"]],
    ["in pieces with the id again", ["get_", "weather"], "a"],
    ["whole, again and again", ["get_weather", "get_weather", "get_weather"]],
    ["longer each time", ["get", "get_wea", "get_weather"]],
  ])("have one name where it comes %s", (_, names, id?: string) => {
    const [first, ...rest] = names;
    const fragments = [
      fragment(0, "a", first, ""),
      ...rest.map((name) => fragment(0, id, name, "")),
      fragment(1, "b", "get_", ""),
      fragment(1, undefined, "time", '{"y":'),
      fragment(0, undefined, undefined, '{"x":1}'),
      fragment(1, undefined, "get_time", "2}"),
    ];
    expect(calls(fragments)).toEqual([
      { id: "a", name: "get_weather", text: '{"x":1}' },
      { id: "b", name: "get_time", text: '{"y":2}' },
    ]);
  });

  it("are announced before the text behind them, and at the end, where no arguments come", () => {
    const parts = read([
      fragment(0, "a", "f", ""),
      delta({ content: "Hi" }),
      fragment(1, "b", "g"),
      stop,
    ]);
    expect(parts.map((part) => (part.type === "call" ? part.name : part.type))).toEqual([
      ...["f", "text", "arguments", "g", "arguments", "finish"],
    ]);
  });

  it("without a name are passed on too, so that they can be refused", () => {
    expect(calls([fragment(0, "a", undefined, '{"x":1}')])).toEqual([
      { id: "a", name: "", text: '{"x":1}' },
    ]);
  });

  it.each([
    ["all with the index 0", [fragment(0, "a", "f", "{}"), fragment(0, "b", "f", '{"x":1}')]],
    [
      "without an index",
      [fragment(undefined, "a", "f", "{}"), fragment(undefined, "b", "f", '{"x":1}')],
    ],
  ])("are distinguished %s", (_, events) => {
    expect(calls(events)).toEqual([
      { id: "a", name: "f", text: "{}" },
      { id: "b", name: "f", text: '{"x":1}' },
    ]);
  });

  it("are one where the id and the name are repeated", () => {
    const events = [fragment(0, "a", "f", '{"x"'), fragment(0, "a", "f", ":1}")];
    expect(calls(events)).toEqual([{ id: "a", name: "f", text: '{"x":1}' }]);
  });

  it("need neither id nor index nor arguments", () => {
    const events = [fragment(undefined, undefined, "f"), fragment(undefined, undefined, "g", {})];
    expect(calls(events)).toEqual([
      { id: undefined, name: "f", text: "{}" },
      { id: undefined, name: "g", text: "{}" },
    ]);
  });

  it("wait for their name", () => {
    const events = [fragment(0, "a", undefined, '{"x"'), fragment(0, undefined, "f", ":1}")];
    expect(calls(events)).toEqual([{ id: "a", name: "f", text: '{"x":1}' }]);
  });

  it("may have arguments that are an object, or be of the old form", () => {
    expect(calls([fragment(0, "a", "f", { x: 1 })])).toEqual([
      { id: "a", name: "f", text: '{"x":1}' },
    ]);
    expect(calls([delta({ function_call: { name: "f", arguments: "{}" } })])).toEqual([
      { id: undefined, name: "f", text: "{}" },
    ]);
  });
});

describe("an end", () => {
  it.each([
    ["stop", "stop"],
    ["tool_calls", "stop"],
    ["eos", "stop"],
    ["length", "length"],
    ["MAX_TOKENS", "length"],
    ["content_filter", "content_filter"],
    ["sensitive", "content_filter"],
  ])("that is called %s is %s", (reason, expected) => {
    expect(read([delta({ content: "a" }, reason)]).at(-1)).toEqual({
      type: "finish",
      reason: expected,
    });
  });

  it.each(["error", "insufficient_system_resource", "network_error", "abort"])(
    "that is called %s is a failure",
    (reason) => {
      expect(() => read([delta({}, reason)])).toThrow(
        expect.objectContaining({ failure: "overloaded" }),
      );
    },
  );

  it("comes once, after the last usage", () => {
    const usage = (count: number) => ({
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: count },
    });
    const parts = read([usage(1), delta({ content: "a" }, "stop"), delta({}, "stop"), usage(9)]);
    expect(parts.map(({ type }) => type)).toEqual(["text", "usage", "finish"]);
    expect(parts[1]).toMatchObject({ usage: { outputTokens: 9 } });
  });

  it("is missing where no reason came", () => {
    expect(read([delta({ content: "a" })])).toEqual([{ type: "text", text: "a" }]);
  });
});

describe("content", () => {
  it("is the first choice's, a list's texts, a refusal's words", () => {
    const parts = read([
      {
        choices: [
          { index: 1, delta: { content: "no" } },
          { index: 0, delta: { content: "a" } },
        ],
      },
      delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "hm" }] }] }),
      delta({
        content: [
          { type: "text", text: "b" },
          { type: "reference", reference_ids: [1] },
        ],
      }),
      delta({ content: null, refusal: "c" }),
    ]);
    expect(parts).toEqual([
      { type: "text", text: "a" },
      { type: "reasoning", text: "hm" },
      { type: "text", text: "b" },
      { type: "text", text: "c" },
    ]);
  });

  it.each(["reasoning", "reasoning_content"])("keeps %s apart", (field) => {
    expect(read([delta({ [field]: "hm", content: "a" })])).toEqual([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "a" },
    ]);
  });

  it("is separated from thoughts by their tags, with any cuts", () => {
    const whole = "\n<think>a < b</thin></think>\n\nYes <think>";
    for (let size = 1; size <= whole.length; size += 1) {
      const pieces = whole.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      const parts = read([...pieces.map((content) => delta({ content })), delta({}, "stop")], true);
      const joined = (type: Part["type"]) =>
        parts.flatMap((part) => (part.type === type && "text" in part ? [part.text] : [])).join("");
      expect(joined("reasoning")).toBe("a < b</thin>");
      expect(joined("text").trim()).toBe("Yes <think>");
    }
  });

  it("without tags is all there, and an open tag is all thought", () => {
    expect(read([delta({ content: "<thi" }, "stop")], true)[0]).toEqual({
      type: "text",
      text: "<thi",
    });
    expect(read([delta({ content: "<think>a</th" }, "length")], true).slice(0, 2)).toEqual([
      { type: "reasoning", text: "a" },
      { type: "reasoning", text: "</th" },
    ]);
  });
});

describe("usage", () => {
  it.each([
    [
      "OpenAI's",
      {
        prompt_tokens: 9,
        completion_tokens: 5,
        total_tokens: 14,
        completion_tokens_details: { reasoning_tokens: 3 },
        prompt_tokens_details: { cached_tokens: 4 },
      },
      [9, 5, 4, 0, 3],
    ],
    [
      "xAI's",
      {
        prompt_tokens: 9,
        completion_tokens: 5,
        total_tokens: 17,
        completion_tokens_details: { reasoning_tokens: 3 },
      },
      [9, 8, 0, 0, 3],
    ],
    [
      "Vercel's for Gemini",
      {
        prompt_tokens: 9,
        completion_tokens: 2,
        total_tokens: 11,
        completion_tokens_details: { reasoning_tokens: 25 },
      },
      [9, 27, 0, 0, 25],
    ],
    [
      "DeepSeek's",
      { prompt_tokens: 9, completion_tokens: 5, prompt_cache_hit_tokens: 8 },
      [9, 5, 8, 0, 0],
    ],
    [
      "OpenRouter's",
      {
        prompt_tokens: 9,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 1, cache_write_tokens: 2 },
      },
      [9, 5, 1, 2, 0],
    ],
  ])(
    "%s is brought to one form",
    (_, usage, [
      inputTokens,
      outputTokens,
      cachedInputTokens,
      cacheWriteTokens,
      reasoningTokens,
    ]) => {
      const parts = read([{ choices: [], usage }, delta({}, "stop")]);
      expect(parts[0]).toEqual({
        type: "usage",
        usage: { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens },
      });
    },
  );

  it("may hide in x_groq", () => {
    const x_groq = { usage: { prompt_tokens: 1, completion_tokens: 2 } };
    expect(read([{ ...delta({}, "stop"), x_groq }])[0]).toMatchObject({
      usage: { outputTokens: 2 },
    });
  });
});

import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import {
  ask,
  emptyCall,
  emptyEmbedCall,
  events,
  settingsOf,
  spoken,
  upstreamOf,
} from "../../../test/providers/sample.ts";
import type { EmbedInput } from "../../model-call/embed-call.ts";
import { createProvider } from "../index.ts";
import { toChatBody } from "./chat-body.ts";

const kind = "cohere";
const message = (type: string, value: object, index = 0) => ({
  type,
  index,
  delta: { message: value },
});
const callPiece = (type: string, index: number, value: object) =>
  message(type, { tool_calls: { function: value } }, index);
const usage = {
  billed_units: { input_tokens: 2, output_tokens: 3 },
  tokens: { input_tokens: 500, output_tokens: 5, reasoning_tokens: 2 },
  cached_tokens: 400,
};
const end = (reason: string, more: object = {}) => ({
  type: "message-end",
  delta: { finish_reason: reason, usage, ...more },
});

describe("a stream of Cohere", () => {
  const whole = `${events(
    message("message-start", { role: "assistant" }),
    message("tool-plan-delta", { tool_plan: "I will" }),
    message("content-start", { content: { type: "thinking", thinking: "" } }),
    message("content-delta", { content: { thinking: "Hm" } }),
    message("content-delta", { content: { text: "Grüß" } }, 1),
    message("citation-start", { citations: { text: "x" } }),
    {
      ...callPiece("tool-call-start", 0, {}),
      delta: {
        message: { tool_calls: { id: "w1", function: { name: "weather", arguments: "" } } },
      },
    },
    callPiece("tool-call-delta", 0, { arguments: '{"city":' }),
    callPiece("tool-call-delta", 0, { arguments: '"Rome"}' }),
    { type: "tool-call-end", index: 0 },
    {
      ...callPiece("tool-call-start", 1, {}),
      delta: { message: { tool_calls: { id: "t1", function: { name: "time", arguments: "" } } } },
    },
    { type: "tool-call-end", index: 1 },
    end("TOOL_CALL"),
  )}data: [DONE]\n\n`;

  it("is plan, thoughts, text, parallel calls, use and one finish, at any size of reads", async () => {
    for (const size of [1, 7, 100_000]) {
      const answer = await ask({ kind, body: whole, size });
      expect(spoken(answer)).toEqual([
        ["reasoning", "I will"],
        ["reasoning", "Hm"],
        ["text", "Grüß"],
        ["call", "0", "weather", "w1"],
        ["arguments", "0", '{"city":'],
        ["arguments", "0", '"Rome"}'],
        ["call", "1", "time", "t1"],
        ["arguments", "1", "{}"],
        ["usage", 500, 5],
        ["finish", "stop"],
      ]);
      expect(answer.usage).toMatchObject({ cached: 400, reasoning: 2 });
    }
  });

  it("says what is charged for, which is not all that is counted", async () => {
    const { parts } = await ask({ kind, body: whole });
    expect(parts.find((part) => part.type === "usage")).toMatchObject({
      usage: { inputTokens: 500, billed: { inputTokens: 2, outputTokens: 3 } },
    });
  });

  it.each([
    ["COMPLETE", "stop"],
    ["STOP_SEQUENCE", "stop"],
    ["MAX_TOKENS", "length"],
  ])("that ends with %s finishes with %s", async (reason, expected) => {
    expect((await ask({ kind, body: events(end(reason)) })).finish).toBe(expected);
  });

  it.each([
    ["ERROR", "overloaded"],
    ["TIMEOUT", "timeout"],
  ])("that ends with %s fails as %s after what was said", async (reason, failure) => {
    const said = message("content-delta", { content: { text: "Half" } });
    const body = events(said, end(reason, { error: "broken" }));
    const answer = await ask({ kind, body });
    expect([answer.text, answer.finish]).toEqual(["Half", undefined]);
    expect(answer.error).toMatchObject({ failure, message: "broken" });
  });

  it("without its last event is cut", async () => {
    const body = events(message("content-delta", { content: { text: "Half" } }));
    for (const breaks of [true, false])
      expect((await ask({ kind, body, breaks })).error?.failure).toBe("cut");
  });
});

describe("a plain answer of Cohere", () => {
  it("is read with its plan and its calls", async () => {
    const body = JSON.stringify({
      message: {
        tool_plan: "Plan",
        content: [{ type: "text", text: "Hi" }],
        tool_calls: [{ id: "a", function: { name: "f", arguments: '{"x":1}' } }],
      },
      finish_reason: "TOOL_CALL",
      usage: { billed_units: { input_tokens: 2, output_tokens: 3 } },
    });
    expect(spoken(await ask({ kind, body }))).toEqual([
      ["reasoning", "Plan"],
      ["text", "Hi"],
      ["call", "0", "f", "a"],
      ["arguments", "0", '{"x":1}'],
      ["usage", 2, 3],
      ["finish", "stop"],
    ]);
  });

  it.each([
    [400, "rejected"],
    [401, "credential"],
    [404, "modelNotFound"],
    [429, "rateLimited"],
    [503, "overloaded"],
  ])("with status %d fails as %s", async (status, failure) => {
    const { error } = await ask({ kind, status, body: '{"message":"because"}' });
    expect(error).toMatchObject({ failure, status });
  });

  it("without an end is no answer", async () => {
    expect((await ask({ kind, body: '{"message":{}}' })).error?.failure).toBe("malformed");
  });
});

describe("a request to Cohere", () => {
  const body = (call: Partial<RespondCall>): Record<string, unknown> =>
    JSON.parse(JSON.stringify(toChatBody({ ...emptyCall, ...call })));

  it("holds system, results by id, and images", () => {
    const conversation: RespondCall["conversation"] = [
      { type: "call", callId: "a", name: "f", arguments: "" },
      { type: "result", callId: "a", output: [{ type: "text", text: "1" }] },
      {
        type: "message",
        role: "user",
        content: [
          { type: "text", text: "And this?" },
          { type: "image", url: "https://example.com/a.png" },
        ],
      },
    ];
    expect(body({ conversation, instructions: "Be brief." })["messages"]).toEqual([
      { role: "system", content: "Be brief." },
      {
        role: "assistant",
        tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "a", content: "1" },
      {
        role: "user",
        content: [
          { type: "text", text: "And this?" },
          { type: "image_url", image_url: { url: "https://example.com/a.png" } },
        ],
      },
    ]);
  });

  it("forces one function by offering it alone, and keeps parameters within bounds", () => {
    const sent = body({
      tools: [{ name: "f" }, { name: "g" }],
      toolChoice: { name: "g" },
      temperature: 1.9,
      topP: 1,
      frequencyPenalty: -1,
      textFormat: { type: "json_object" },
      reasoning: { effort: "high" },
    });
    expect(sent).toMatchObject({
      tools: [{ type: "function", function: { name: "g" } }],
      tool_choice: "REQUIRED",
      temperature: 1,
      p: 0.99,
      frequency_penalty: 0,
    });
    expect(sent).not.toHaveProperty("response_format");
    expect(sent).not.toHaveProperty("thinking");
    expect(body({ tools: [{ name: "f" }], toolChoice: "none" })["tool_choice"]).toBe("NONE");
    expect(body({ tools: [{ name: "f" }] })).not.toHaveProperty("tool_choice");
  });

  it("lets reasoning models think", () => {
    const model = "command-a-reasoning-08-2025";
    expect(body({ model, reasoning: { effort: "none" } })["thinking"]).toEqual({
      type: "disabled",
    });
    expect(body({ model, reasoning: { maxTokens: 9 } })["thinking"]).toEqual({
      type: "enabled",
      token_budget: 9,
    });
  });
});

describe("embeddings of Cohere", () => {
  const embed = async (inputs: readonly EmbedInput[], model: string) => {
    const body = JSON.stringify({
      embeddings: { float: inputs.map(() => [1, 0.5]) },
      meta: { billed_units: { input_tokens: 4, image_tokens: 2 } },
    });
    const upstream = upstreamOf({ kind, body });
    const embedded = await createProvider(settingsOf(kind), upstream).embed?.(
      { ...emptyEmbedCall, inputs, model, truncate: true, dimensions: 2, inputType: "query" },
      new AbortController().signal,
    );
    return { asked: upstream.asked[0], embedded };
  };
  const image = { type: "image" as const, url: "data:image/png;base64,iVBORw0KGgo=" };

  it("of texts carry purpose, dimensions and what to do with too long ones", async () => {
    const { asked, embedded } = await embed([{ type: "text", text: "a" }], "embed-v4.0");
    expect(asked).toEqual({
      model: "embed-v4.0",
      texts: ["a"],
      input_type: "search_query",
      embedding_types: ["float"],
      truncate: "END",
      output_dimension: 2,
    });
    expect(embedded?.inputTokens).toBe(6);
  });

  it("of images beside texts, and of images alone for the third generation", async () => {
    const inputs: EmbedInput[] = [
      { type: "text", text: "a" },
      { type: "multimodal", content: [{ type: "text", text: "b" }, image] },
    ];
    expect((await embed(inputs, "embed-v4.0")).asked).toMatchObject({
      inputs: [
        { content: [{ type: "text", text: "a" }] },
        {
          content: [
            { type: "text", text: "b" },
            { type: "image_url", image_url: { url: image.url } },
          ],
        },
      ],
    });
    const alone: EmbedInput[] = [{ type: "multimodal", content: [image] }];
    expect((await embed(alone, "embed-english-v3.0")).asked).toMatchObject({
      images: [image.url],
      input_type: "image",
    });
  });
});

import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { chatPresets, presetFor } from "./presets.ts";
import { toChatRequest } from "./request.ts";

const text = (value: string) => [{ type: "text" as const, text: value }];
const tool = { name: "get_weather", parameters: { type: "object" }, strict: true };
const base: RespondCall = {
  model: "model",
  requestId: "request",
  stream: false,
  conversation: [{ type: "message", role: "user", content: text("Hello") }],
  tools: [],
  toolChoice: "auto",
};

function body(preset: string | undefined, more: Partial<RespondCall> = {}) {
  const { chat } = presetFor(preset, undefined);
  return toChatRequest({ ...base, ...more }, chat);
}

const everything: Partial<RespondCall> = {
  stream: true,
  instructions: "Be brief.",
  tools: [tool],
  parallelToolCalls: false,
  maxOutputTokens: 64,
  temperature: 0.5,
  topP: 0.9,
  topK: 40,
  presencePenalty: 0.1,
  frequencyPenalty: 0.2,
  seed: 7,
  stop: ["END"],
  reasoning: { effort: "low" },
  textFormat: { type: "json_schema", name: "answer", schema: { type: "object" }, strict: true },
  serviceTier: "flex",
  user: "user-1",
};

describe("the messages", () => {
  it("put a call into the assistant message before it, and its result after", () => {
    const { messages } = body(undefined, {
      instructions: "Be brief.",
      conversation: [
        { type: "message", role: "developer", content: text("Use tools.") },
        { type: "message", role: "user", content: text("Weather?") },
        { type: "message", role: "assistant", content: text("Let me look.") },
        { type: "call", callId: "a", name: "get_weather", arguments: '{"city":"Paris"}' },
        { type: "call", callId: "b", name: "get_weather", arguments: "" },
        { type: "result", callId: "a", output: text("18 °C") },
        {
          type: "result",
          callId: "b",
          output: [{ type: "image", url: "https://example.com/b.png" }],
        },
      ],
    });
    expect(messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "system", content: "Use tools." },
      { role: "user", content: "Weather?" },
      {
        role: "assistant",
        content: "Let me look.",
        tool_calls: [
          {
            id: "a",
            type: "function",
            function: { name: "get_weather", arguments: '{"city":"Paris"}' },
          },
          { id: "b", type: "function", function: { name: "get_weather", arguments: "{}" } },
        ],
      },
      { role: "tool", tool_call_id: "a", content: "18 °C" },
      { role: "tool", tool_call_id: "b", content: "The result is attached below." },
      {
        role: "user",
        content: [{ type: "image_url", image_url: { url: "https://example.com/b.png" } }],
      },
    ]);
  });

  it("have the words of a block of another wire in a result, and nothing of one without words", () => {
    const foreign = { type: "foreign", family: "anthropic", block: { type: "x" } } as const;
    const call = { type: "call", name: "f", arguments: "{}" } as const;
    const found = [{ ...foreign, words: "Tool found: weather\n" }, foreign];
    const { messages } = body(undefined, {
      conversation: [
        { ...call, callId: "a" },
        { ...call, callId: "b" },
        { type: "result", callId: "a", output: found },
        { type: "result", callId: "b", output: [foreign] },
      ],
    });
    expect(messages).toEqual([
      expect.objectContaining({ role: "assistant" }),
      { role: "tool", tool_call_id: "a", content: "Tool found: weather\n" },
      { role: "tool", tool_call_id: "b", content: "" },
    ]);
  });

  it("have no content where there are only calls", () => {
    const { messages } = body(undefined, {
      conversation: [{ type: "call", callId: "a", name: "f", arguments: "{}" }],
    });
    expect(messages).toMatchObject([{ role: "assistant", content: null }]);
  });

  it("carry images and files", () => {
    const conversation = [
      {
        type: "message" as const,
        role: "user" as const,
        content: [
          ...text("Look:"),
          { type: "image" as const, url: "data:image/png;base64,iVBORw0KGgo=", detail: "low" },
          {
            type: "file" as const,
            filename: "a.pdf",
            data: "data:application/pdf;base64,JVBERi0=",
          },
        ],
      },
    ];
    expect(body("openai", { conversation })["messages"]).toMatchObject([
      {
        content: [
          { type: "text", text: "Look:" },
          {
            type: "image_url",
            image_url: { url: "data:image/png;base64,iVBORw0KGgo=", detail: "low" },
          },
          {
            type: "file",
            file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" },
          },
        ],
      },
    ]);
  });

  it.each([
    ["audio/wav", "wav"],
    ["audio/mpeg", "mp3"],
  ])("carry a sound of type %s in its own form", (mediaType, format) => {
    const content = [{ type: "file" as const, data: `data:${mediaType};base64,UklGRg==` }];
    const conversation = [{ type: "message" as const, role: "user" as const, content }];
    expect(body("openai", { conversation })["messages"]).toMatchObject([
      { content: [{ type: "input_audio", input_audio: { data: "UklGRg==", format } }] },
    ]);
  });

  it("hold the text of a file that is one, everywhere", () => {
    const data = `data:text/plain;base64,${Buffer.from("Ünï").toString("base64")}`;
    const conversation = [
      {
        type: "message" as const,
        role: "user" as const,
        content: [{ type: "file" as const, filename: "a.txt", data }],
      },
    ];
    expect(body("groq", { conversation })["messages"]).toMatchObject([
      { content: [{ type: "text", text: "a.txt:\nÜnï" }] },
    ]);
  });

  it("have ids in the form that Mistral wants, the same for a call and its result", () => {
    const { messages } = body("mistral", {
      conversation: [
        { type: "call", callId: "call_0123456789", name: "f", arguments: "{}" },
        { type: "result", callId: "call_0123456789", output: text("1") },
      ],
    });
    const id = JSON.stringify(messages).match(/"tool_call_id":"(\w+)"/)?.[1];
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(messages).toMatchObject([{ tool_calls: [{ id }] }, { tool_call_id: id }]);
  });
});

describe("the parameters", () => {
  it("of nothing but a message are nothing but that", () => {
    expect(body(undefined)).toEqual({
      model: "model",
      messages: [{ role: "user", content: "Hello" }],
    });
  });

  it("are all there where the vendor knows them all", () => {
    expect(body("openrouter", everything)).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 64,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 40,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
      seed: 7,
      stop: ["END"],
      reasoning: { effort: "low" },
      service_tier: "flex",
      user: "user-1",
      parallel_tool_calls: false,
      tools: [{ type: "function", function: { name: "get_weather", strict: true } }],
      response_format: { type: "json_schema", json_schema: { name: "answer", strict: true } },
    });
  });

  it.each([
    ["openai", "max_completion_tokens"],
    ["groq", "max_completion_tokens"],
    ["deepseek", "max_tokens"],
    ["vllm", "max_tokens"],
  ])("of %s name the most tokens %s", (preset, field) => {
    expect(body(preset, { maxOutputTokens: 5 })).toHaveProperty(field, 5);
  });

  it("that Mistral refuses are left out, and the others renamed", () => {
    const sent = body("mistral", { ...everything, toolChoice: "required" });
    for (const absent of ["top_k", "user", "service_tier", "stream_options", "seed"])
      expect(sent).not.toHaveProperty(absent);

    expect(sent).toMatchObject({ random_seed: 7, tool_choice: "any" });
  });

  it.each([
    ["o4-mini", false],
    ["gpt-5-nano", false],
    ["gpt-5-chat-latest", true],
    ["gpt-4.1", true],
  ])("of sampling go to %s: %s", (model, expected) => {
    expect("temperature" in body("openai", { ...everything, model })).toBe(expected);
  });

  it("of reasoning go only where they are known", () => {
    const reasoning = { effort: "high" };
    expect(body("openai", { reasoning, model: "gpt-4.1" })).not.toHaveProperty("reasoning_effort");
    expect(body("openai", { reasoning, model: "o3" })).toHaveProperty("reasoning_effort", "high");
    expect(body("zai", { reasoning })).toHaveProperty("thinking", { type: "enabled" });
    expect(body("alibaba", { reasoning: { effort: "none" } })).toHaveProperty(
      "enable_thinking",
      false,
    );
    expect(body("xai", { reasoning, model: "grok-code-fast-1" })).not.toHaveProperty(
      "reasoning_effort",
    );
  });

  it("of a maximum bound thoughts and answer together where the vendor bounds them apart", () => {
    const sent = (call: Partial<RespondCall>) => {
      const { max_tokens, thinking_budget } = body("alibaba", { maxOutputTokens: 1000, ...call });
      return [max_tokens, thinking_budget];
    };
    expect(sent({ model: "qwen-plus" })).toEqual([1000, undefined]);
    expect(sent({ model: "qwen-plus", reasoning: { effort: "high" } })).toEqual([500, 500]);
    expect(sent({ model: "qwen-plus", reasoning: { maxTokens: 200 } })).toEqual([800, 200]);
    expect(sent({ model: "qwen-plus", reasoning: { maxTokens: 9000 } })).toEqual([1, 999]);
    expect(sent({ model: "qwen-plus", reasoning: { effort: "none" } })).toEqual([1000, undefined]);
    expect(sent({ model: "qwq-32b" })).toEqual([500, 500]);
  });

  it("of a schema become words where only JSON can be asked for", () => {
    const sent = body("deepseek", everything);
    expect(sent["response_format"]).toEqual({ type: "json_object" });
    expect(JSON.stringify(sent["messages"])).toContain("JSON Schema");
  });

  it("of JSON without the word in a message bring the word along", () => {
    const textFormat = { type: "json_object" as const };
    expect(JSON.stringify(body("openai", { textFormat })["messages"])).toContain("JSON");
    const conversation = [
      { type: "message" as const, role: "user" as const, content: text("As json.") },
    ];
    expect(body("openai", { textFormat, conversation })["messages"]).toHaveLength(1);
  });
});

describe("the choice of a tool", () => {
  const tools = [tool, { name: "other" }];

  it.each([
    ["auto", undefined],
    ["none", "none"],
    ["required", "required"],
    [{ name: "other" }, { type: "function", function: { name: "other" } }],
  ] as const)("%j is sent as %j", (toolChoice, sent) => {
    expect(body("openai", { tools, toolChoice })["tool_choice"]).toEqual(sent);
  });

  it("is brought about by what is offered, where it cannot be sent", () => {
    expect(body("ollama", { tools, toolChoice: "none" })).not.toHaveProperty("tools");
    const forced = body("ollama", { tools, toolChoice: { name: "other" } });
    expect(forced["tools"]).toMatchObject([{ function: { name: "other" } }]);
    expect(forced).not.toHaveProperty("tool_choice");
    expect(JSON.stringify(forced["messages"])).toContain("Answer this with a call");
  });

  it("means nothing without tools", () => {
    expect(body("openai", { toolChoice: "required" })).not.toHaveProperty("tool_choice");
  });
});

describe("a preset", () => {
  it.each([
    ["https://api.groq.com/openai/v1", "groq"],
    ["https://api.together.xyz/v1", "together"],
    ["https://api.together.ai/v1", "together"],
    ["https://dashscope-us.aliyuncs.com/compatible-mode/v1", "alibaba"],
  ])("is recognised by %s", (baseUrl, name) => {
    expect(presetFor(undefined, baseUrl)).toBe(chatPresets[name]);
  });

  it("is not taken from a host that only looks like one, nor from the unknown", () => {
    const generic = presetFor(undefined, "http://127.0.0.1:9/v1");
    expect(presetFor(undefined, "https://notopenrouter.ai/api")).toBe(generic);
    expect(presetFor(undefined, undefined)).toBe(generic);
    // The configuration knows more names than there are dialects.
    expect(presetFor("nope", undefined)).toBe(generic);
  });
});

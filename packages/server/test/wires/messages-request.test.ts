import type { Schema } from "@portico/contract";
import { readRequest } from "@portico/core/wires/messages/read-request";
import { describe, expect, it } from "vitest";
import { GatewayError } from "../../src/errors.ts";
import { readPicture } from "../../src/wires/pictures/read-picture.ts";

type Request = Schema<"MessagesRequest">;
type Block = Schema<"MessagesBlock">;

const asked: Request["messages"] = [{ role: "user", content: "Hello" }];
const read = (fields: Partial<Request> = {}, headers = {}) =>
  readRequest(
    { model: "acme/writer", max_tokens: 64, messages: asked, ...fields },
    { headersOf: () => headers, readPicture },
  );
const turnsOf = (...messages: Request["messages"]) => read({ messages }).call.conversation;
const mark = { cache_control: { type: "ephemeral", ttl: "1h" } } as const;
const marked = { cache: { ttl: "1h" } };
const text = (words: string) => ({ type: "text", text: words }) as const;
const weather = { name: "weather", input_schema: { type: "object" } } as const;

describe("the conversation of a request for a message", () => {
  it("keeps each block in its place", () => {
    const assistant: Block[] = [
      { type: "thinking", thinking: "Hm.", signature: "seal-1" },
      text("Let me look."),
      { type: "redacted_thinking", data: "seal-2" },
      { type: "tool_use", id: "c1", name: "weather", input: { city: "Rome" }, ...mark },
      { type: "tool_use", id: "c2", name: "weather", input: {} },
    ];
    const user: Block[] = [
      { type: "tool_result", tool_use_id: "c2", content: "rain" },
      { type: "tool_result", tool_use_id: "c1", content: [text("sun")], is_error: true, ...mark },
      { ...text("And now?"), ...mark },
    ];
    const turns = turnsOf(
      { role: "user", content: "Weather?" },
      { role: "assistant", content: assistant },
      { role: "user", content: user },
    );
    expect(turns).toEqual([
      { type: "message", role: "user", content: [text("Weather?")] },
      { type: "sealed", seal: "seal-1" },
      { type: "message", role: "assistant", content: [text("Let me look.")] },
      { type: "sealed", seal: "seal-2" },
      { type: "call", callId: "c1", name: "weather", arguments: '{"city":"Rome"}', ...marked },
      { type: "call", callId: "c2", name: "weather", arguments: "{}" },
      { type: "result", callId: "c2", output: [text("rain")] },
      { type: "result", callId: "c1", output: [text("sun")], isError: true, ...marked },
      { type: "message", role: "user", content: [{ ...text("And now?"), ...marked }] },
    ]);
  });

  it("has a system prompt of blocks as its first turn, and one of text as instructions", () => {
    const system = [text("Attribution."), { ...text("Be brief."), ...mark }];
    expect(read({ system }).call.conversation[0]).toEqual({
      type: "message",
      role: "system",
      content: [text("Attribution."), { ...text("Be brief."), ...marked }],
    });
    expect(read({ system: "Be brief." }).call.instructions).toBe("Be brief.");
    expect(read({ system: "" }).call).not.toHaveProperty("instructions");
  });

  it("leaves out an assistant's empty text, and thoughts with neither words nor a signature", () => {
    const empty: Block[] = [text(""), { type: "thinking", thinking: "", signature: "" }];
    expect(turnsOf(...asked, { role: "assistant", content: empty })).toHaveLength(1);
  });

  it("keeps the words of a thought without a signature", () => {
    const content: Block[] = [{ type: "thinking", thinking: "Hm." }];
    expect(turnsOf({ role: "assistant", content })).toEqual([{ type: "thought", text: "Hm." }]);
  });

  it("reads images and documents of every kind", () => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const content: Block[] = [
      { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
      { type: "image", source: { type: "url", url: "https://a.test/b.png" }, ...mark },
      { type: "image", source: { type: "file", ...{ file_id: "f" } } },
      {
        type: "document",
        source: { type: "text", data: "words" },
        title: "Notes",
        context: "Mine",
      },
      {
        type: "document",
        source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
        title: "Paper",
      },
      { type: "document", source: { type: "url", url: "https://a.test/c.pdf" } },
    ];
    expect(turnsOf({ role: "user", content })).toEqual([
      {
        type: "message",
        role: "user",
        content: [
          {
            type: "image",
            url: `data:image/png;base64,${png}`,
            picture: { width: 1, height: 1 },
            place: "messages[0].content[0].source.data",
          },
          {
            type: "image",
            url: "https://a.test/b.png",
            picture: {},
            place: "messages[0].content[1].source.url",
            ...marked,
          },
          {
            ...{ type: "foreign", family: "anthropic", block: content[2] },
            place: "messages[0].content[2]",
          },
          text("Notes\n\nMine\n\nwords"),
          {
            type: "file",
            filename: "Paper",
            data: "data:application/pdf;base64,JVBERi0=",
            place: "messages[0].content[4].source.data",
          },
          {
            type: "file",
            url: "https://a.test/c.pdf",
            place: "messages[0].content[5].source.url",
          },
        ],
      },
    ]);
  });

  const picture = { type: "image", source: { type: "url", url: "https://a.test" } };
  it("reads a document in parts as the parts of its message, pictures with their addresses", () => {
    const content = [
      { type: "text", text: "one" } as const,
      { type: "image", source: { type: "url", url: "https://a.test/b.png" } } as const,
    ];
    const document: Block = { type: "document", title: "T", source: { type: "content", content } };
    const short: Block = { type: "document", source: { type: "content", content: "two" }, ...mark };
    const place = "messages[0].content[0].source.content[1].source.url";
    expect(turnsOf({ role: "user", content: [document, short] })).toMatchObject([
      {
        content: [
          text("T"),
          text("one"),
          { type: "image", url: "https://a.test/b.png", place },
          { ...text("two"), ...marked },
        ],
      },
    ]);
  });

  const reference = { type: "tool_reference", name: "f" };
  it.each<[string, Readonly<Record<string, unknown>>, boolean]>([
    ["a search result", { type: "search_result", source: "https://a.test", content: [] }, true],
    ["a reference of a tool", { type: "tool_reference", tool_name: "f" }, true],
    ["a tool that is added", { type: "tool_addition", tool: reference }, true],
    ["a tool that is added in full", { type: "tool_addition", tool: { definition: {} } }, false],
    ["a search result with a further field", { type: "search_result", odd: 1 }, false],
    ["a search result with a picture", { type: "search_result", content: [picture] }, false],
    ["a search result of an object", { type: "search_result", source: { url: "x" } }, false],
    ["a file of a container", { type: "container_upload", file_id: "file_1" }, false],
    ["a compaction", { type: "compaction", content: "x" }, false],
    ["a block by the name of a method", { type: "toString" }, false],
  ])("says of %s whether it is plain text", (_, fields, isPlain) => {
    const block: Block = { type: "", ...fields };
    expect(turnsOf({ role: "user", content: [block] })).toEqual([
      {
        ...{ type: "message", role: "user" },
        content: [
          {
            ...{ type: "foreign", family: "anthropic", block, place: "messages[0].content[0]" },
            ...(isPlain && { isPlain }),
            ...("tool_name" in fields && { words: "Tool found: f\n" }),
          },
        ],
      },
    ]);
  });

  it.each<[string, string, Block[], string]>([
    [
      "a result without its call",
      "user",
      [{ type: "tool_result", tool_use_id: "x" }],
      "tool_use_id",
    ],
    [
      "a call's id used twice",
      "assistant",
      [
        { type: "tool_use", id: "c", name: "f", input: {} },
        { type: "tool_use", id: "c", name: "f", input: {} },
      ],
      "id",
    ],
    [
      "an image that is none",
      "user",
      [
        {
          type: "image",
          source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
        },
      ],
      "source.data",
    ],
  ])("is refused for %s, with the place", (_, role, content, field) => {
    const messages = [{ role: role === "user" ? "user" : "assistant", content } as const];
    const at = content.length - 1;
    expect(refusalOf({ messages })).toMatchObject({
      status: 400,
      metadata: { field: `messages[0].content[${at}].${field}` },
    });
  });
});

describe("the parameters of a request for a message", () => {
  it("are those of the neutral call", () => {
    const { call } = read({
      ...{ stream: true, temperature: 0.5, top_p: 0.9, top_k: 5, stop_sequences: ["."] },
      ...{ metadata: { user_id: "u" }, service_tier: "priority", tools: [{ ...weather, ...mark }] },
      tool_choice: { type: "any", disable_parallel_tool_use: true },
      output_config: { effort: "low", format: { type: "json_schema", schema: { type: "object" } } },
    });
    expect(call).toMatchObject({
      ...{ stream: true, maxOutputTokens: 64, temperature: 0.5, topP: 0.9, topK: 5, stop: ["."] },
      ...{ user: "u", serviceTier: "priority", toolChoice: "required", parallelToolCalls: false },
      tools: [{ name: "weather", parameters: { type: "object" }, ...marked }],
      reasoning: { effort: "low" },
      textFormat: { type: "json_schema", schema: { type: "object" } },
    });
    expect(call.passThrough).toMatchObject({ family: "anthropic", headers: {} });
    expect(call).not.toHaveProperty("thoughts");
  });

  it.each<[Request["thinking"], object]>([
    [
      { type: "enabled", budget_tokens: 2048 },
      { reasoning: { maxTokens: 2048 }, thoughts: { text: true, carriers: true } },
    ],
    [
      { type: "adaptive", display: "omitted" },
      { reasoning: { effort: "high" }, thoughts: { text: false, carriers: true } },
    ],
    [{ type: "disabled" }, {}],
    [null, {}],
  ])("asks for thoughts with %j", (thinking, expected) => {
    const { reasoning, thoughts } = read({ thinking: thinking ?? null }).call;
    expect({ ...(reasoning && { reasoning }), ...(thoughts && { thoughts }) }).toEqual(expected);
  });

  it("hands on unknown fields, headers and tools to vendors of the same format", () => {
    const search = { type: "web_search_20260318", ...{ name: "web_search", max_uses: 2 } };
    const { call } = read(
      {
        ...{ context_management: { edits: [] }, speed: null },
        cache_control: { type: "ephemeral" },
        thinking: { type: "adaptive", display: "omitted" },
        tools: [weather, search],
        tool_choice: { type: "tool", name: "web_search" },
      },
      { "anthropic-beta": "a,b", "anthropic-dangerous-direct-browser-access": "true" },
    );
    expect(call.tools).toHaveLength(1);
    expect(call.toolChoice).toBe("auto");
    expect(call.passThrough).toEqual({
      family: "anthropic",
      headers: { "anthropic-beta": "a,b" },
      fields: {
        context_management: { edits: [] },
        cache_control: { type: "ephemeral" },
        thinking: { type: "adaptive", display: "omitted" },
        tool_choice: { type: "tool", name: "web_search" },
      },
      tools: [search],
    });
  });

  it("may call any tool only where the caller has one, and asks for a tier only by its name", () => {
    const { call } = read({ tool_choice: { type: "any" }, service_tier: "standard_only" });
    expect(call.toolChoice).toBe("auto");
    expect(call).not.toHaveProperty("serviceTier");
  });

  it("keeps further fields of a tool for vendors of the same format", () => {
    const own = { defer_loading: true, input_examples: [{}] };
    expect(read({ tools: [{ ...weather, type: "custom", ...own, ...mark }] }).call.tools).toEqual([
      { name: "weather", parameters: { type: "object" }, own, ...marked },
    ]);
  });

  it("name the session and the models that may answer in place of the first", () => {
    expect(read({ session_id: "s", models: ["acme/other"] })).toMatchObject({
      session: "s",
      models: ["acme/other"],
    });
    expect(read({ session_id: null, models: null })).not.toHaveProperty("session");
  });

  it("names what `require_parameters` asks about", () => {
    const { parameterNames } = read({
      ...{ top_k: 5, thinking: { type: "adaptive" }, tools: [weather], stop_sequences: [] },
      tool_choice: { type: "none" },
    });
    expect([...parameterNames].sort()).toEqual(
      ["max_output_tokens", "reasoning", "tool_choice", "tools", "top_k"].sort(),
    );
  });

  it("takes -1, which LangChain sends for what its caller has left out, as left out", () => {
    const { call, parameterNames } = read({ top_p: -1, top_k: -1 });
    expect(call).not.toHaveProperty("topP");
    expect(call).not.toHaveProperty("topK");
    expect(parameterNames).toEqual(["max_output_tokens"]);
    expect(read({ top_p: 0, top_k: 0 }).call).toMatchObject({ topP: 0, topK: 0 });
  });

  it("refuses a forced tool that is not there, and tools that are too large", () => {
    expect(refusalOf({ tools: [weather], tool_choice: { type: "tool", name: "f" } })).toMatchObject(
      {
        metadata: { field: "tool_choice.name" },
      },
    );
    const description = "x".repeat(1024 * 1024);
    expect(refusalOf({ tools: [weather, { ...weather, description }] })).toMatchObject({
      metadata: { field: "tools[1]" },
    });
  });

  it.each([{ type: "create" }, { type: "continue", previous_message_id: "gen-1" }])(
    "refuses a thread so that client libraries send everything: %j",
    (thread) => {
      expect(refusalOf({ thread })).toMatchObject({
        status: 400,
        details: { error_code: "thread_unsupported_request", unsupported: ["thread"] },
      });
    },
  );
});

function refusalOf(fields: Partial<Request>): GatewayError {
  try {
    read(fields);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error("The request was not refused.");
}

import type { RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { emptyCall } from "../../../test/providers/sample.ts";
import { toMessagesBody } from "./messages-body.ts";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8";

/** The JSON on the wire, without undefined fields. */
function body(call: Partial<RespondCall>): Record<string, unknown> {
  const sent = toMessagesBody({ ...emptyCall, ...call });
  return JSON.parse(JSON.stringify(sent));
}

function say(role: "user" | "assistant" | "system" | "developer", text: string): Turn {
  return { type: "message", role, content: [{ type: "text", text }] };
}

describe("the conversation for Anthropic", () => {
  it("gathers instructions, joins neighbours and keeps parallel results together", () => {
    const call = {
      instructions: "Be brief.",
      conversation: [
        say("system", "Be kind."),
        say("user", "Weather?"),
        say("user", "In Rome and Oslo."),
        { type: "call", callId: "a", name: "weather", arguments: '{"city":"Rome"}' },
        { type: "call", callId: "b", name: "weather", arguments: "" },
        { type: "result", callId: "b", output: [{ type: "text", text: "cold" }] },
        { type: "result", callId: "a", output: [{ type: "text", text: "warm" }] },
        say("developer", "In German."),
        say("user", "And?"),
      ],
      tools: [{ name: "weather", parameters: { type: "object", properties: {} } }],
    } satisfies Partial<RespondCall>;
    expect(body(call)).toMatchObject({
      system: "Be brief.\n\nBe kind.\n\nIn German.",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Weather?" },
            { type: "text", text: "In Rome and Oslo." },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "a", name: "weather", input: { city: "Rome" } },
            { type: "tool_use", id: "b", name: "weather", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "warm" }] },
            { type: "tool_result", tool_use_id: "b", content: [{ type: "text", text: "cold" }] },
            { type: "text", text: "And?" },
          ],
        },
      ],
    });
  });

  it("asks the instructions where nothing else is asked", () => {
    const sent = body({ conversation: [say("system", "Say hello.")] });
    expect(sent["system"]).toBeUndefined();
    expect(sent["messages"]).toEqual([
      { role: "user", content: [{ type: "text", text: "Say hello." }] },
    ]);
  });

  it("leaves out empty texts, and white space at the end of a started answer", () => {
    const sent = body({
      conversation: [say("user", "Go"), say("user", ""), say("assistant", "{ ")],
    });
    expect(sent["messages"]).toEqual([
      { role: "user", content: [{ type: "text", text: "Go" }] },
      { role: "assistant", content: [{ type: "text", text: "{" }] },
    ]);
  });

  it("sends images and documents as base64, text or URL, under their true type", () => {
    const content = [
      { type: "image", url: `data:image/jpeg;base64,${pixel}` },
      { type: "image", url: "https://example.com/cat.jpg" },
      { type: "file", filename: "a.pdf", data: "data:application/pdf;base64,JVBERi0x" },
      { type: "file", filename: "a.md", data: Buffer.from("# Hi").toString("base64") },
      { type: "file", url: "https://example.com/a.pdf" },
    ] as const;
    const sent = body({ conversation: [{ type: "message", role: "user", content }] });
    expect(sent["messages"]).toEqual([
      {
        role: "user",
        content: [
          { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } },
          { type: "image", source: { type: "url", url: "https://example.com/cat.jpg" } },
          {
            type: "document",
            title: "a.pdf",
            source: { type: "base64", media_type: "application/pdf", data: "JVBERi0x" },
          },
          {
            type: "document",
            title: "a.md",
            source: { type: "text", media_type: "text/plain", data: "# Hi" },
          },
          { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } },
        ],
      },
    ]);
  });

  it.each([
    ["a file of an unknown type", { type: "file", data: "data:video/mp4;base64,AAAA" }],
    ["a data URL without data", { type: "image", url: "data:image/png;base64" }],
    ["an address that is no URL", { type: "image", url: "file:///etc/passwd" }],
    ["a file without anything", { type: "file", filename: "x" }],
  ] as const)("refuses %s", (_, part) => {
    const conversation = [{ type: "message", role: "user", content: [part] }] as const;
    expect(() => body({ conversation })).toThrow(
      expect.objectContaining({ name: "UpstreamError", failure: "rejected" }),
    );
  });

  it("refuses a result without its call, and arguments that are no JSON", () => {
    const result = { type: "result", callId: "x", output: [] } as const;
    expect(() => body({ conversation: [result] })).toThrow(/"x" answers no function_call/);
    const call = { type: "call", callId: "y", name: "f", arguments: "{" } as const;
    expect(() => body({ conversation: [call] })).toThrow(/"y" are not valid JSON/);
  });
});

describe("tools for Anthropic", () => {
  const tools = [{ name: "f", description: "", strict: true }];

  it.each([
    ["auto", undefined],
    ["none", { type: "none" }],
    ["required", { type: "any" }],
    [{ name: "f" }, { type: "tool", name: "f" }],
  ])("translate the choice %j", (toolChoice, expected) => {
    const sent = body({ tools, toolChoice: toolChoice as RespondCall["toolChoice"] });
    expect(sent["tools"]).toEqual([
      { name: "f", input_schema: { type: "object", properties: {} } },
    ]);
    expect(sent["tool_choice"]).toEqual(expected);
  });

  it("can be forbidden to be called together", () => {
    const sent = body({ tools, parallelToolCalls: false });
    expect(sent["tool_choice"]).toEqual({ type: "auto", disable_parallel_tool_use: true });
  });

  it("are named again when only the conversation knows them", () => {
    const call = { type: "call", callId: "a", name: "f", arguments: "{}" } as const;
    const result = { type: "result", callId: "a", output: [] } as const;
    const sent = body({ conversation: [say("user", "Go"), call, result] });
    expect(sent["tools"]).toEqual([
      { name: "f", input_schema: { type: "object", properties: {} } },
    ]);
    expect(sent["tool_choice"]).toEqual({ type: "none" });
  });
});

describe("parameters for Anthropic", () => {
  it("stay within what the dialect allows", () => {
    const sent = body({ temperature: 1.7, topP: 0.5, topK: 9, stop: ["END", " "], user: "u" });
    expect(sent).toMatchObject({
      max_tokens: 4096,
      temperature: 1,
      top_p: 0.5,
      top_k: 9,
      stop_sequences: ["END"],
      metadata: { user_id: "u" },
    });
    expect(sent).not.toHaveProperty("seed");
  });

  it("leave out what later models refuse", () => {
    const sampling = { temperature: 0.5, topP: 0.5, topK: 9 };
    expect(body({ ...sampling, model: "claude-sonnet-4-5" })).not.toHaveProperty("top_p");
    const latest = body({ ...sampling, model: "claude-opus-4-7" });
    expect(latest).not.toHaveProperty("temperature");
    expect(latest).not.toHaveProperty("top_p");
    expect(latest).not.toHaveProperty("top_k");
  });

  const reasoning = { reasoning: { effort: "high" }, maxOutputTokens: 10_000 };

  it("turn effort into a budget below the maximum, without temperature", () => {
    const sent = body({ ...reasoning, model: "claude-sonnet-4-5", temperature: 0 });
    expect(sent["thinking"]).toEqual({ type: "enabled", budget_tokens: 8_000 });
    expect(sent["max_tokens"]).toBe(10_000);
    expect(sent).not.toHaveProperty("temperature");
  });

  it("turn effort into adaptive thinking where a budget is refused", () => {
    const sent = body({ ...reasoning, model: "claude-opus-4-8" });
    expect(sent["thinking"]).toEqual({ type: "adaptive", display: "summarized" });
    expect(sent["output_config"]).toEqual({ effort: "high" });
  });

  it.each<[string, Partial<RespondCall>]>([
    ["the model cannot", { model: "claude-3-haiku-20240307" }],
    ["the vendor is another", { model: "kimi-k2" }],
    ["the maximum leaves no room", { maxOutputTokens: 1_200 }],
    ["a tool is forced", { tools: [{ name: "f" }], toolChoice: "required" }],
    ["an answer was started", { conversation: [say("user", "Go"), say("assistant", "Well")] }],
    ["the effort is none", { reasoning: { effort: "none" } }],
    [
      "earlier calls came without thoughts",
      {
        conversation: [
          say("user", "Go"),
          { type: "call", callId: "a", name: "f", arguments: "{}" },
          { type: "result", callId: "a", output: [{ type: "text", text: "1" }] },
        ],
      },
    ],
  ])("leave thinking out where %s", (_, call) => {
    const sent = body({ ...reasoning, model: "claude-sonnet-4-5", ...call });
    expect(sent).not.toHaveProperty("thinking");
  });

  it("ask for structured output in the dialect's subset, where the model knows it", () => {
    const schema = {
      $schema: "x",
      type: "object",
      properties: { minimum: { type: "integer", minimum: 3, enum: [3, 4] } },
    };
    const textFormat = { type: "json_schema", name: "n", schema } as const;
    expect(body({ textFormat, model: "claude-haiku-4-5" })["output_config"]).toEqual({
      format: {
        type: "json_schema",
        schema: {
          type: "object",
          properties: { minimum: { type: "integer", enum: [3, 4] } },
          additionalProperties: false,
        },
      },
    });
    expect(body({ textFormat, model: "claude-3-haiku-20240307" })).not.toHaveProperty(
      "output_config",
    );
  });
});

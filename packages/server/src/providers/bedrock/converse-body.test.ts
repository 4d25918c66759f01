import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { emptyCall } from "../../../test/providers/sample.ts";
import { toConverseBody } from "./converse-body.ts";

function body(call: Partial<RespondCall>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(toConverseBody({ ...emptyCall, ...call })));
}

const turns: RespondCall["conversation"] = [
  { type: "message", role: "user", content: [{ type: "text", text: "Weather?" }] },
  { type: "call", callId: "a", name: "weather", arguments: '{"city":"Rome"}' },
  { type: "result", callId: "a", output: [{ type: "text", text: "warm" }] },
];
const tools = [{ name: "weather", parameters: { type: "object", properties: {} } }];

describe("the conversation for Bedrock", () => {
  it("holds calls and results as blocks", () => {
    expect(body({ conversation: turns, tools, instructions: "Be brief." })).toMatchObject({
      system: [{ text: "Be brief." }],
      messages: [
        { role: "user", content: [{ text: "Weather?" }] },
        {
          role: "assistant",
          content: [{ toolUse: { toolUseId: "a", name: "weather", input: { city: "Rome" } } }],
        },
        {
          role: "user",
          content: [
            { toolResult: { toolUseId: "a", content: [{ text: "warm" }], status: "success" } },
          ],
        },
      ],
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: "weather",
              inputSchema: { json: { type: "object", properties: {} } },
            },
          },
        ],
      },
    });
  });

  it("marks the result of a failed tool", () => {
    const failed = turns.map((turn) =>
      turn.type === "result" ? { ...turn, isError: true } : turn,
    );
    const sent = JSON.stringify(body({ conversation: failed, tools }));
    expect(sent).toContain('"status":"error"');
  });

  it("holds them as text where no tool may be called", () => {
    for (const call of [{ tools, toolChoice: "none" as const }, { tools: [] }]) {
      const sent = body({ conversation: turns, ...call });
      expect(sent).not.toHaveProperty("toolConfig");
      expect(sent["messages"]).toEqual([
        { role: "user", content: [{ text: "Weather?" }] },
        { role: "assistant", content: [{ text: 'Called weather (a) with {"city":"Rome"}' }] },
        { role: "user", content: [{ text: "Result of weather (a):\nwarm" }] },
      ]);
    }
  });

  it("holds images and documents by their bytes, each document under a name of its own", () => {
    const pdf = { type: "file", filename: "My  report_1.pdf", data: "JVBERi0x" } as const;
    const content = [
      { type: "image", url: "data:image/png;base64,iVBORw0KGgo=" },
      pdf,
      pdf,
      { type: "file", data: "data:text/csv;base64,YSxi" },
    ] as const;
    expect(
      body({ conversation: [{ type: "message", role: "user", content }] })["messages"],
    ).toEqual([
      {
        role: "user",
        content: [
          { image: { format: "png", source: { bytes: "iVBORw0KGgo=" } } },
          { document: { format: "pdf", name: "My report 1", source: { bytes: "JVBERi0x" } } },
          { document: { format: "pdf", name: "My report 1 2", source: { bytes: "JVBERi0x" } } },
          { document: { format: "csv", name: "document", source: { bytes: "YSxi" } } },
        ],
      },
    ]);
  });

  it("refuses images and files by URL", () => {
    const content = [{ type: "image", url: "https://example.com/a.png" }] as const;
    const conversation = [{ type: "message", role: "user", content }] as const;
    expect(() => body({ conversation })).toThrow(/send a data URL instead/);
  });
});

describe("tools and parameters for Bedrock", () => {
  it.each([
    ["auto", undefined],
    ["required", { any: {} }],
    [{ name: "weather" }, { tool: { name: "weather" } }],
  ])("translate the choice %j", (toolChoice, expected) => {
    const { toolConfig } = body({ tools, toolChoice: toolChoice as RespondCall["toolChoice"] });
    expect(Reflect.get(Object(toolConfig), "toolChoice")).toEqual(expected);
  });

  it("stay within bounds", () => {
    const sent = body({ temperature: 2, topP: 0.5, maxOutputTokens: 9, stop: ["END"] });
    expect(sent["inferenceConfig"]).toEqual({
      temperature: 1,
      topP: 0.5,
      maxTokens: 9,
      stopSequences: ["END"],
    });
  });

  it("let Claude think, and others in their own words", () => {
    const call = { reasoning: { effort: "low" }, maxOutputTokens: 10_000, topK: 3 };
    const claude = body({ ...call, model: "anthropic.claude-sonnet-4-5-20250929-v1:0" });
    expect(claude["additionalModelRequestFields"]).toEqual({
      thinking: { type: "enabled", budget_tokens: 2_000 },
    });
    const open = body({ ...call, model: "openai.gpt-oss-120b-1:0" });
    expect(open["additionalModelRequestFields"]).toEqual({ reasoning_effort: "low" });
    expect(body({ ...call, model: "amazon.nova-pro-v1:0" })).not.toHaveProperty(
      "additionalModelRequestFields",
    );
  });

  it("ask for structured output where the model knows it", () => {
    const textFormat = {
      type: "json_schema",
      name: "n",
      schema: { type: "object", properties: {} },
    } as const;
    const sent = body({ textFormat, model: "us.anthropic.claude-haiku-4-5-20251001-v1:0" });
    expect(sent["outputConfig"]).toEqual({
      textFormat: {
        type: "json_schema",
        structure: {
          jsonSchema: {
            name: "n",
            schema: '{"type":"object","properties":{},"additionalProperties":false}',
          },
        },
      },
    });
    expect(body({ textFormat, model: "amazon.nova-pro-v1:0" })).not.toHaveProperty("outputConfig");
  });
});

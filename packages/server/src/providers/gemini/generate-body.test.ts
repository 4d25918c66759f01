import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { emptyCall } from "../../../test/providers/sample.ts";
import { toGenerateBody } from "./generate-body.ts";

async function body(call: Partial<RespondCall>): Promise<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(await toGenerateBody({ ...emptyCall, ...call })));
}

const turns: RespondCall["conversation"] = [
  { type: "message", role: "user", content: [{ type: "text", text: "Weather?" }] },
  { type: "call", callId: "a", name: "weather", arguments: '{"city":"Rome"}' },
  { type: "call", callId: "b", name: "time", arguments: "" },
  { type: "result", callId: "b", output: [{ type: "text", text: '{"hour":9}' }] },
  {
    type: "result",
    callId: "a",
    output: [
      { type: "text", text: "warm" },
      { type: "image", url: "data:image/png;base64,iVBORw0KGgo=" },
    ],
  },
];

describe("the conversation for Gemini", () => {
  it("pairs results with calls by order and name", async () => {
    expect(await body({ conversation: turns, instructions: "Be brief." })).toMatchObject({
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [
        { role: "user", parts: [{ text: "Weather?" }] },
        {
          role: "model",
          parts: [
            { functionCall: { name: "weather", args: { city: "Rome" } } },
            { functionCall: { name: "time", args: {} } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { name: "weather", response: { output: "warm" } } },
            { functionResponse: { name: "time", response: { hour: 9 } } },
            { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } },
          ],
        },
      ],
    });
  });

  it("stands in for lost thoughts where Gemini 3 demands their signature", async () => {
    const signatures = async (model: string) =>
      JSON.stringify(await body({ conversation: turns, model })).match(
        /skip_thought_signature_validator/g,
      );
    expect(await signatures("gemini-3-flash-preview")).toHaveLength(1);
    expect(await signatures("gemini-2.5-flash")).toBeNull();
  });

  it("passes URLs on to be fetched there, and text files as text", async () => {
    const content = [
      { type: "image", url: "https://example.com/a.png" },
      { type: "file", url: "https://example.com/a.pdf" },
      { type: "file", filename: "a.json", data: Buffer.from("{}").toString("base64") },
    ] as const;
    expect(
      (await body({ conversation: [{ type: "message", role: "user", content }] }))["contents"],
    ).toEqual([
      {
        role: "user",
        parts: [
          { fileData: { mimeType: "image/png", fileUri: "https://example.com/a.png" } },
          { fileData: { mimeType: "application/pdf", fileUri: "https://example.com/a.pdf" } },
          { text: "{}" },
        ],
      },
    ]);
  });
});

describe("tools for Gemini", () => {
  const tools = [
    { name: "f", parameters: { type: "object", properties: { a: { type: "string" } } } },
    { name: "g", parameters: { type: "object", properties: {} } },
  ];

  it("are declared in its subset, without parameters where there are none", async () => {
    expect((await body({ tools }))["tools"]).toEqual([
      {
        functionDeclarations: [
          { name: "f", parameters: { type: "OBJECT", properties: { a: { type: "STRING" } } } },
          { name: "g" },
        ],
      },
    ]);
  });

  it.each([
    ["auto", { mode: "AUTO" }],
    ["none", { mode: "NONE" }],
    ["required", { mode: "ANY" }],
    [{ name: "g" }, { mode: "ANY", allowedFunctionNames: ["g"] }],
  ])("translate the choice %j", async (toolChoice, functionCallingConfig) => {
    const sent = await body({ tools, toolChoice: toolChoice as RespondCall["toolChoice"] });
    expect(sent["toolConfig"]).toEqual({ functionCallingConfig });
  });
});

describe("parameters for Gemini", () => {
  const generation = async (call: Partial<RespondCall>) => (await body(call))["generationConfig"];

  it("are translated, penalties only for models that take them", async () => {
    const call = {
      maxOutputTokens: 50,
      temperature: 1.5,
      topP: 0.5,
      topK: 3,
      seed: 7,
      stop: ["a", "b", "c", "d", "e", "f"],
      presencePenalty: 0.5,
    };
    expect(await generation({ ...call, model: "gemini-2.0-flash" })).toEqual({
      maxOutputTokens: 50,
      temperature: 1.5,
      topP: 0.5,
      topK: 3,
      seed: 7,
      stopSequences: ["a", "b", "c", "d", "e"],
      presencePenalty: 0.5,
    });
    expect(await generation({ ...call, model: "gemini-2.5-flash" })).not.toHaveProperty(
      "presencePenalty",
    );
  });

  it.each<[string, RespondCall["reasoning"], object | undefined]>([
    ["gemini-2.0-flash", { effort: "high" }, undefined],
    ["gemini-2.5-flash", { effort: "high" }, { includeThoughts: true, thinkingBudget: 24_576 }],
    ["gemini-2.5-flash", { effort: "none" }, { thinkingBudget: 0 }],
    ["gemini-2.5-pro", { effort: "none" }, { thinkingBudget: 128 }],
    ["gemini-2.5-pro", { maxTokens: 2_000 }, { includeThoughts: true, thinkingBudget: 2_000 }],
    [
      "gemini-3-pro-preview",
      { effort: "medium" },
      { includeThoughts: true, thinkingLevel: "high" },
    ],
    [
      "gemini-3-flash-preview",
      { effort: "minimal" },
      { includeThoughts: true, thinkingLevel: "minimal" },
    ],
    ["gemini-3.1-pro-preview", { effort: "none" }, { thinkingLevel: "low" }],
    ["gemini-3.5-flash", { maxTokens: 512 }, { includeThoughts: true, thinkingBudget: 512 }],
  ])("let %s think %j as %j", async (model, reasoning, expected) => {
    const sent = reasoning === undefined ? {} : { reasoning };
    expect(await generation({ model, ...sent })).toEqual(
      expected === undefined ? {} : { thinkingConfig: expected },
    );
  });

  it("leave room for the answer beside the thoughts", async () => {
    const call = {
      model: "gemini-2.5-flash",
      reasoning: { effort: "high" },
      maxOutputTokens: 1_000,
    };
    expect(await generation(call)).toMatchObject({ thinkingConfig: { thinkingBudget: 800 } });
  });

  it("ask for JSON, beside tools only from Gemini 3 on", async () => {
    const textFormat = {
      type: "json_schema",
      name: "n",
      schema: { type: "object", properties: { a: { type: "string" } } },
    } as const;
    const format = {
      responseMimeType: "application/json",
      responseSchema: { type: "OBJECT", properties: { a: { type: "STRING" } } },
    };
    expect(await generation({ textFormat })).toEqual(format);
    expect(await generation({ textFormat, tools: [{ name: "f" }] })).toEqual({});
    const later = { textFormat, tools: [{ name: "f" }], model: "gemini-3-flash-preview" };
    expect(await generation(later)).toEqual(format);
  });
});

describe("a schema that becomes too large for Gemini", () => {
  const two = (name: string) => ({
    type: "object",
    properties: { a: { $ref: `#/$defs/${name}` }, b: { $ref: `#/$defs/${name}` } },
  });
  const doublings = Array.from({ length: 15 }, (_, index) => [`d${index}`, two(`d${index + 1}`)]);
  const schema = { ...two("d0"), $defs: Object.fromEntries(doublings) };
  const place = (field: string) =>
    expect.objectContaining({ failure: "rejected", message: expect.stringContaining(field) });

  it("is the request's fault, and the place of it is named", async () => {
    const tools = [{ name: "f" }, { name: "g", parameters: schema }];
    await expect(body({ tools })).rejects.toEqual(place("tools[1].parameters is too large"));
    const textFormat = { type: "json_schema", name: "n", schema } as const;
    await expect(body({ textFormat })).rejects.toEqual(place("text.format.schema is too large"));
  });

  it("is refused where a reference cannot be read", async () => {
    const tools = [{ name: "f", parameters: { properties: { a: { $ref: "#/%E0" } } } }];
    await expect(body({ tools })).rejects.toEqual(place("tools[0].parameters has a $ref"));
  });
});

describe("the results of functions for Gemini", () => {
  const asked = (output: string) =>
    body({
      conversation: [
        { type: "call", callId: "a", name: "f", arguments: "{}" },
        { type: "result", callId: "a", output: [{ type: "text", text: output }] },
      ],
    });
  const responseTo = (sent: Record<string, unknown>) => JSON.stringify(sent["contents"]);

  it("are objects where they are, and texts where reading them would cost much", async () => {
    expect(responseTo(await asked(' {"a":1}'))).toContain('"response":{"a":1}');
    const heavy = `{"a":[${"[],".repeat(20_000)}[]]}`;
    expect(responseTo(await asked(heavy))).toContain('"response":{"output":"{');
    const deep = `{"a":${"[".repeat(100)}${"]".repeat(100)}}`;
    expect(responseTo(await asked(deep))).toContain('"response":{"output":"{');
  });
});

describe("a schema whose references are written out", () => {
  const parameters = (fanOut: number) => {
    const twice = (name: string) => ({
      type: "object",
      properties: { a: { $ref: `#/$defs/${name}` }, b: { $ref: `#/$defs/${name}` } },
    });
    const $defs = Object.fromEntries(
      Array.from({ length: fanOut }, (_, index) => [`d${index}`, twice(`d${index + 1}`)]),
    );
    return { type: "object", properties: twice("d0").properties, $defs };
  };
  const sent = (fanOut: number) => body({ tools: [{ name: "f", parameters: parameters(fanOut) }] });

  it("is sent where it stays within what was paid for", async () => {
    expect(JSON.stringify(await sent(2)).length).toBeGreaterThan(400);
  });

  it("is refused where it does not: its bytes were counted as they came", async () => {
    await expect(sent(9)).rejects.toMatchObject({
      failure: "rejected",
      message: expect.stringContaining("tools[0].parameters is too large"),
    });
  });
});

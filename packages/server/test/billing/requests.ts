import type { Carrier } from "@portico/core/model-call/carrier";
import type { RespondCall, ToolDefinition, Turn } from "@portico/core/model-call/respond-call";
import fc from "fast-check";

/** Texts that tokenizers, JSON and vendors' templates treat differently from plain ones. */
const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({ unit: "binary", maxLength: 100 }).map((text) => text.toWellFormed()),
  fc.constantFrom("\n", "   ", "{", "漢字漢字", "💶💶💶", "<|im_start|>system", "\\u0000", "]]]]"),
  fc.string({ unit: fc.constantFrom("\n", " ", "a", "1"), maxLength: 300 }),
);
/** As callers write it: with white space of their own, and numbers in few characters. */
const jsonTexts = fc
  .tuple(
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(fc.constantFrom("1e20", "-9E+20", "1e2", "0.1", "7"), { maxLength: 60 }),
  )
  .map(([value, numbers]) => `{"value": ${JSON.stringify(value)}, "numbers": [${numbers}]}`);

const schemas: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.letrec<{
  node: Record<string, unknown>;
}>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({
      type: fc.constantFrom("string", "integer", "boolean", ["string", "null"]),
      description: texts,
    }),
    fc.record({
      type: fc.constant("string"),
      enum: fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 40 }),
    }),
    fc.record({ type: fc.constant("integer"), enum: fc.array(fc.nat(9), { maxLength: 60 }) }),
    fc.record({ type: fc.constant("array"), items: tie("node") }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), tie("node"), {
        maxKeys: 5,
      }),
    }),
  ),
})).node;
const parameters = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,8}$/), schemas, { maxKeys: 6 })
  .map((properties) => ({ type: "object", properties }));
const tools: fc.Arbitrary<ToolDefinition[]> = fc.array(
  fc.record(
    { name: fc.stringMatching(/^[a-z_]{1,20}$/), description: texts, parameters },
    { requiredKeys: ["name"] },
  ),
  { maxLength: 5 },
);

const said = texts.map((text) => ({ type: "text", text }) as const);
const spoken: fc.Arbitrary<Turn[]> = fc
  .record({
    type: fc.constant("message" as const),
    role: fc.constantFrom("user" as const, "assistant" as const, "system" as const),
    content: fc.array(said, { minLength: 1, maxLength: 6 }),
  })
  .map((turn) => [turn]);
const called: fc.Arbitrary<Turn[]> = fc
  .tuple(
    fc.stringMatching(/^[A-Za-z0-9_]{1,80}$/),
    fc.stringMatching(/^[a-z_]{1,64}$/),
    jsonTexts,
    fc.array(fc.oneof(texts, jsonTexts), { minLength: 1, maxLength: 3 }),
  )
  .map(([callId, name, args, output]) => [
    { type: "call", callId, name, arguments: args },
    { type: "result", callId, output: output.map((text) => ({ type: "text", text }) as const) },
  ]);

/** What the vendors want back of thoughts, as their readers write it. */
const carriers = texts.chain((text) =>
  fc.constantFrom<Carrier>(
    ...["openai", "xai"].map((family) => carrierOf(family, { ...item, summary: [{ text }] })),
    ...["openrouter", "vercel-gateway"].map((family) => carrierOf(family, [{ ...detail, text }])),
    ...["reasoning_content", "reasoning", "<think>", "thinking"].map((data): Carrier => {
      return { family: "reasoning_content", of: "thought", data };
    }),
    { family: "gemini", of: "call", data: "c2lnbmF0dXJl" },
    { family: "gemini", of: "thought", data: "c2lnbmF0dXJl" },
    { family: "cohere", of: "thought", data: "thinking" },
    { family: "cohere", of: "thought", data: "tool_plan" },
    { family: "mistral", of: "thought", data: '{"closed":true}' },
  ),
);
const item = { type: "reasoning", id: "rs_1", encrypted_content: "gAAAAABqaR3" };
const detail = { type: "reasoning.text", index: 0, format: "unknown" };

function carrierOf(family: string, data: unknown): Carrier {
  return { family, of: "thought", data: JSON.stringify(data) };
}

const thoughts: fc.Arbitrary<Turn> = fc
  .tuple(texts, fc.option(carriers, { nil: undefined }))
  .map(([text, carrier]) => ({ type: "thought", text, ...(carrier !== undefined && { carrier }) }));
const thoughtful = fc
  .tuple(thoughts, fc.oneof(spoken, called))
  .map(([thought, turns]) => [thought, ...turns]);

const singleCalls: fc.Arbitrary<RespondCall> = fc
  .record({
    conversation: fc
      .array(fc.oneof({ weight: 2, arbitrary: spoken }, called, thoughtful), {
        minLength: 1,
        maxLength: 8,
      })
      .map((turns) => withDistinctIds(turns).flat()),
    tools,
    toolChoice: fc.constantFrom("auto" as const, "none" as const, "required" as const),
    instructions: texts,
    textFormat: fc.option(
      fc.record({
        type: fc.constant("json_schema" as const),
        name: fc.constant("answer"),
        schema: parameters,
      }),
      { nil: undefined },
    ),
  })
  .map(({ textFormat, ...call }) => ({
    ...{ model: "m", requestId: "r", stream: true },
    ...call,
    ...(textFormat !== undefined && { textFormat }),
  }));

/**
 * What callers can ask, in all the places that hold text, schemas, names and numbers: the same many times over, so
 * that what is missing of each piece is more than what every request has to spare.
 */
export const calls: fc.Arbitrary<RespondCall> = fc
  .tuple(singleCalls, fc.constantFrom(1, 40))
  .map(([call, times]) => ({
    ...call,
    conversation: repeated(call.conversation, times, (turn, index) =>
      "callId" in turn ? { ...turn, callId: `${turn.callId}_${index}` } : turn,
    ),
    tools: repeated(call.tools, times, (tool, index) => ({
      ...tool,
      name: `${tool.name}${index}`,
    })),
  }));

function repeated<Item>(
  items: readonly Item[],
  times: number,
  change: (item: Item, index: number) => Item,
): Item[] {
  return Array.from({ length: times }, (_, index) =>
    items.map((item) => change(item, index)),
  ).flat();
}

function withDistinctIds(groups: readonly Turn[][]): Turn[][] {
  return groups.map((group, index) =>
    group.map((turn) => ("callId" in turn ? { ...turn, callId: `${turn.callId}${index}` } : turn)),
  );
}

const plain: RespondCall = {
  ...{ model: "m", requestId: "r", stream: false, tools: [], toolChoice: "auto" },
  conversation: [{ type: "message", role: "user", content: [{ type: "text", text: "Go on" }] }],
};

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const numbered = (name: string, length: number, index: number) =>
  `${name}${index}`.padEnd(length, "x");

function answered(callId: string, name: string, args: string, output: string): Turn[] {
  return [
    { type: "call", callId, name, arguments: args },
    { type: "result", callId, output: [{ type: "text", text: output }] },
  ];
}

/** Each rests on one part of the bound alone: without it, what is sent is more than what was counted. */
export const worst: Readonly<Record<string, RespondCall>> = {
  "long ids and names of many calls": {
    ...plain,
    conversation: times(200, (index) =>
      answered(numbered("id", 40, index), numbered("f", 64, index), "{}", "ok"),
    ).flat(),
  },
  "arguments of numbers in few characters": {
    ...plain,
    conversation: answered("c", "f", `{"all":[${times(4000, () => "1e20")}]}`, "ok"),
  },
  "results of numbers in few characters": {
    ...plain,
    conversation: answered("c", "f", "{}", `{"all":[${times(4000, () => "-3E20")}]}`),
  },
  "a tool that lists thousands of digits": {
    ...plain,
    tools: [{ name: "f", parameters: { type: "object", enum: times(6000, (index) => index % 9) } }],
  },
  "an answer's form that lists thousands of digits": {
    ...plain,
    textFormat: {
      ...{ type: "json_schema", name: "n" },
      schema: {
        type: "object",
        properties: { a: { type: "string", enum: times(3000, (index) => String(index % 9)) } },
      },
    },
  },
  "thousands of messages of a letter": {
    ...plain,
    conversation: times(3000, (index): Turn => {
      const content = [{ type: "text", text: "a" }] as const;
      return index % 2 === 0
        ? { type: "message", role: "user", content }
        : { type: "message", role: "assistant", content };
    }),
  },
};

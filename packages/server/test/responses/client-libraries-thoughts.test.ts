import { createOpenAI } from "@ai-sdk/openai";
import type { Turn } from "@portico/core/model-call/respond-call";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  argumentsOf,
  call,
  carrier,
  end,
  type Script,
  ScriptedProvider,
  scriptedYaml,
  text,
  thought,
} from "./scripted-provider.ts";
import { startGateway, type TestGateway } from "./test-gateway.ts";

const model = "thinker";
const signature = '{"sig":"a+b/c=","odd":"\\u2028 \u{1f600} \ud83d"}';
const turns: readonly Script[] = [
  [
    [thought("They want ", 0), thought("a and b.", 0), thought("First a.", 1)],
    [carrier("thought", signature), call("a"), argumentsOf("a", '{"x":1}')],
    [carrier("call", "of b"), call("b"), argumentsOf("b", "{}"), ...end()],
  ],
  [
    [thought("Both are there."), carrier("thought", "second")],
    [text("Done."), ...end()],
  ],
];

/** Calls two functions, and answers when it has their results. */
class Thinker extends ScriptedProvider {
  constructor() {
    super("scripted", { first: turns[0] ?? [], second: turns[1] ?? [] });
  }

  override respond(asked: Parameters<ScriptedProvider["respond"]>[0]) {
    const hasResults = asked.conversation.some(({ type }) => type === "result");
    return super.respond({ ...asked, model: hasResults ? "second" : "first" });
  }
}

let thinker: Thinker;
let gateway: TestGateway;
let openai: OpenAI;

beforeAll(async () => {
  thinker = new Thinker();
  gateway = await startGateway(scriptedYaml(["scripted"], [model]), { providers: [thinker] });
  openai = new OpenAI({ apiKey: gateway.key, baseURL: gateway.url, maxRetries: 0 });
});

afterAll(() => gateway.close());

/** What the provider got back of its first answer. */
function expectThoughtsBack(): void {
  const back: readonly Turn[] = thinker.calls.at(-1)?.conversation ?? [];
  expect(back.filter(({ type }) => type === "thought" || type === "call")).toMatchObject([
    {
      text: "They want a and b.\n\nFirst a.",
      carrier: { family: "scripted", of: "thought", data: signature },
    },
    { name: "a", arguments: '{"x":1}' },
    { carrier: { family: "scripted", of: "call", data: "of b" } },
    { name: "b", arguments: "{}" },
  ]);
}

describe("the openai library, unmodified, sends thoughts back", () => {
  const parameters = { type: "object" };
  const tools = ["a", "b"].map(
    (name) => ({ type: "function", name, description: name, parameters, strict: false }) as const,
  );
  const wanted = {
    model,
    tools,
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { summary: "auto" },
  } satisfies Partial<OpenAI.Responses.ResponseCreateParams>;
  const question = { role: "user", content: "Hi" } as const;
  type Item = OpenAI.Responses.ResponseOutputItem;
  type ThoughtOrCall = Extract<Item, { type: "reasoning" | "function_call" }>;
  const isThoughtOrCall = (item: Item): item is ThoughtOrCall =>
    item.type === "reasoning" || item.type === "function_call";
  const resultsOf = (output: readonly ThoughtOrCall[]) =>
    output.flatMap((item) =>
      item.type === "function_call"
        ? [{ type: "function_call_output", call_id: item.call_id, output: "1" } as const]
        : [],
    );

  it.each([
    ["one body", () => openai.responses.create({ ...wanted, input: [question] })],
    ["its helper", () => openai.responses.stream({ ...wanted, input: [question] }).finalResponse()],
    ["a raw stream", rawStream],
  ])("that it read from %s", async (_, ask) => {
    const output = (await ask()).output.filter(isThoughtOrCall);
    expect(output[0]).toMatchObject({
      summary: [{ text: "They want a and b." }, { text: "First a." }],
    });
    const input = [question, ...output, ...resultsOf(output)];
    const last = await openai.responses.create({ ...wanted, input });
    expect(last.output_text).toBe("Done.");
    expectThoughtsBack();
  });

  async function rawStream(): Promise<OpenAI.Responses.Response> {
    const stream = await openai.responses.create({ ...wanted, input: [question], stream: true });
    let words = "";
    const ended: OpenAI.Responses.Response[] = [];
    for await (const event of stream) {
      if (event.type === "response.reasoning_summary_text.delta") words += event.delta;
      if (event.type === "response.completed") ended.push(event.response);
    }
    expect(words).toBe("They want a and b.First a.");
    const [response] = ended;
    if (response === undefined) throw new Error("The stream has no end.");
    return response;
  }
});

describe("the AI SDK with its OpenAI provider, unmodified, sends thoughts back", () => {
  const run = (name: string) =>
    tool({
      description: name,
      inputSchema: jsonSchema<object>({ type: "object" }),
      execute: async () => "1",
    });

  it.each(["generates", "streams"])("when it %s a loop of tool calls", async (how) => {
    const provider = createOpenAI({ apiKey: gateway.key, baseURL: gateway.url });
    const request = {
      model: provider.responses(model),
      prompt: "Hi",
      tools: { a: run("a"), b: run("b") },
      stopWhen: stepCountIs(3),
      providerOptions: {
        openai: {
          forceReasoning: true,
          include: ["reasoning.encrypted_content"],
          reasoningSummary: "auto",
          store: false,
        },
      },
    };
    const result = how === "generates" ? await generateText(request) : streamText(request);
    const [first] = await result.steps;
    expect(first?.reasoning.map((part) => (part.type === "reasoning" ? part.text : null))).toEqual([
      "They want a and b.",
      "First a.",
      "",
    ]);
    expect(await result.text).toBe("Done.");
    expectThoughtsBack();
  });
});

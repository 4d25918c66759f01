import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import {
  generateText,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  streamText,
  tool,
} from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVendorGateway, type VendorGateway } from "../programs/gateway.ts";
import { dialectNames, type Script, startVendors, type Vendors } from "../vendors/vendor.ts";
import type { Connection } from "./client.ts";

const model = "scripted";
const steps = 6;
const [first, second] = ["Note six steps.", "And now?"];
const parameters = {
  type: "object" as const,
  properties: { step: { type: "number" as const } },
  required: ["step"],
  additionalProperties: false as const,
};
const named = { name: "note", description: "Notes a step." };
const note = (given: unknown) => `Noted ${JSON.stringify(given)}.`;

/** A thought and words before each of six calls; then an answer, and one to a second question. */
const script: Script = ({ words, calls }) => {
  if (words.includes(second)) return { text: "Nothing more." };
  if (calls.length === steps) return { thought: "All is noted.", text: "Done." };
  const step = calls.length + 1;
  const call = { name: named.name, arguments: { step } };
  return { thought: `Now ${step}.`, text: `I note ${step}.`, call };
};

interface Loop {
  readonly name: string;
  /** It sends back what the model thought. */
  readonly keepsThoughts: boolean;
  /** Both turns as the library's documentation writes them; gives what the model said last in each. */
  run(connection: Connection): Promise<readonly string[]>;
}

const openaiLoops: readonly Loop[] = [
  {
    name: "openai, responses",
    keepsThoughts: true,
    async run({ url: baseURL, key: apiKey }) {
      const client = new OpenAI({ baseURL, apiKey });
      const tools = [{ type: "function" as const, ...named, parameters, strict: true }];
      let response = await client.responses.create({ model, tools, input: first });
      for (;;) {
        const results = response.output.flatMap((item) =>
          item.type === "function_call"
            ? [
                {
                  type: "function_call_output" as const,
                  call_id: item.call_id,
                  output: note(JSON.parse(item.arguments)),
                },
              ]
            : [],
        );
        if (results.length === 0) break;
        const previous_response_id = response.id;
        response = await client.responses.create({
          ...{ model, tools, previous_response_id, input: results },
        });
      }
      const previous_response_id = response.id;
      const last = await client.responses.create({ model, previous_response_id, input: second });
      return [response.output_text, last.output_text];
    },
  },
  {
    name: "openai, chat",
    keepsThoughts: true,
    async run({ url: baseURL, key: apiKey }) {
      const client = new OpenAI({ baseURL, apiKey });
      const tools = [{ type: "function" as const, function: { ...named, parameters } }];
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: first }];
      const ask = async () => {
        const { choices } = await client.chat.completions.create({ model, messages, tools });
        const message = choices[0]?.message;
        if (message === undefined) throw new Error("There is no message.");
        messages.push(message);
        return message;
      };
      let message = await ask();
      while (message.tool_calls !== undefined) {
        for (const call of message.tool_calls)
          if (call.type === "function")
            messages.push({
              ...{ role: "tool", tool_call_id: call.id },
              content: note(JSON.parse(call.function.arguments)),
            });
        message = await ask();
      }
      messages.push({ role: "user", content: second });
      return [message.content ?? "", (await ask()).content ?? ""];
    },
  },
];

const anthropicLoop: Loop = {
  name: "@anthropic-ai/sdk",
  keepsThoughts: true,
  async run({ url, key: apiKey }) {
    const client = new Anthropic({ baseURL: url.replace(/\/v1$/, ""), apiKey });
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: first }];
    const ask = async () => {
      const message = await client.messages.create({
        ...{ model, messages, max_tokens: 16_000 },
        thinking: { type: "enabled", budget_tokens: 10_000 },
        tools: [{ ...named, input_schema: parameters }],
      });
      messages.push({ role: "assistant", content: message.content });
      return message;
    };
    const textOf = ({ content }: Anthropic.Message) =>
      content.map((block) => (block.type === "text" ? block.text : "")).join("");
    let message = await ask();
    while (message.stop_reason === "tool_use") {
      const content = message.content.flatMap((block) =>
        block.type === "tool_use"
          ? [{ type: "tool_result" as const, tool_use_id: block.id, content: note(block.input) }]
          : [],
      );
      messages.push({ role: "user", content });
      message = await ask();
    }
    messages.push({ role: "user", content: second });
    return [textOf(message), textOf(await ask())];
  },
};

const thinking = { anthropic: { thinking: { type: "enabled", budgetTokens: 10_000 } } } as const;

function aiSdkLoop(
  name: string,
  make: (connection: Connection) => LanguageModel,
  { keepsThoughts, streams = false }: { keepsThoughts: boolean; streams?: boolean },
): Loop {
  return {
    name: `ai + ${name}${streams ? ", streamed" : ""}`,
    keepsThoughts,
    async run(connection) {
      const ask = async (messages: ModelMessage[]) => {
        const call = {
          ...{ model: make(connection), messages, stopWhen: isStepCount(10) },
          ...(name.includes("anthropic") && { providerOptions: thinking }),
          tools: {
            note: tool({
              description: named.description,
              inputSchema: jsonSchema(parameters),
              execute: async (given) => note(given),
            }),
          },
        };
        const result = streams ? streamText(call) : await generateText(call);
        return { text: await result.text, added: await result.responseMessages };
      };
      const messages: ModelMessage[] = [{ role: "user", content: first }];
      const one = await ask(messages);
      messages.push(...one.added, { role: "user", content: second });
      return [one.text, (await ask(messages)).text];
    },
  };
}

const openaiOf = ({ url: baseURL, key: apiKey }: Connection) => createOpenAI({ baseURL, apiKey });
const loops: readonly Loop[] = [
  ...openaiLoops,
  anthropicLoop,
  ...[false, true].flatMap((streams) => [
    aiSdkLoop("@ai-sdk/openai", (at) => openaiOf(at)(model), { keepsThoughts: true, streams }),
    aiSdkLoop("@ai-sdk/openai, chat", (at) => openaiOf(at).chat(model), {
      ...{ keepsThoughts: false, streams },
    }),
    aiSdkLoop(
      "@ai-sdk/openai-compatible",
      ({ url: baseURL, key: apiKey }) =>
        createOpenAICompatible({ name: "portico", baseURL, apiKey })(model),
      { keepsThoughts: true, streams },
    ),
    aiSdkLoop(
      "@ai-sdk/anthropic",
      ({ url: baseURL, key: apiKey }) => createAnthropic({ baseURL, apiKey })(model),
      { keepsThoughts: true, streams },
    ),
  ]),
];

let folder: string;
let vendors: Vendors;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "portico-loops-"));
  vendors = await startVendors();
});
afterAll(async () => {
  await vendors[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(dialectNames)("six steps and a second turn, with a vendor of %s", (dialect) => {
  let gateway: VendorGateway;
  beforeAll(async () => {
    gateway = await startVendorGateway(folder, { dialect, vendors, models: [model] });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  it.each(loops.map((loop) => [loop.name, loop] as const))("by %s", async (_, loop) => {
    vendors.play(script);
    expect(await loop.run(gateway.connection)).toEqual(["Done.", "Nothing more."]);
    expect(vendors.refused).toEqual([]);
    const { exchanges } = vendors;
    expect(exchanges.length).toBe(steps + 2);
    for (const { heard } of exchanges.slice(1, steps + 1))
      expect(heard.words).toContain(`I note ${heard.calls.length}.`);
    if (!loop.keepsThoughts) return;
    for (const [at, { heard }] of exchanges.slice(0, steps + 1).entries())
      expect(heard.marks, `before answer ${at + 1}`).toEqual(
        exchanges.slice(0, at).map(({ mark }) => mark),
      );
  });
});

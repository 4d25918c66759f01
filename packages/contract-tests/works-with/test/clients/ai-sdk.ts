import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import {
  generateText,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  Output,
  streamText,
  tool,
} from "ai";
import type { Asking, Client, Connection } from "../client.ts";
import { cityIn, classOf, reportSchema, weatherTool } from "../question.ts";
import { versionOf } from "../version-of.ts";

type Maker = (connection: Connection, model: string) => LanguageModel;

interface Sdk extends Pick<Client, "wire"> {
  readonly package: string;
  readonly make: Maker;
  /** What the provider needs to be asked for so that it thinks. */
  readonly options?: Parameters<typeof generateText>[0]["providerOptions"];
}

const sdks: readonly Sdk[] = [
  {
    package: "@ai-sdk/openai",
    wire: "chat",
    make: ({ url, key }, model) => createOpenAI({ baseURL: url, apiKey: key }).chat(model),
  },
  {
    package: "@ai-sdk/openai-compatible",
    wire: "chat",
    make: ({ url, key }, model) =>
      createOpenAICompatible({
        name: "portico",
        baseURL: url,
        apiKey: key,
        supportsStructuredOutputs: true,
      })(model),
  },
  {
    package: "@ai-sdk/anthropic",
    wire: "messages",
    make: ({ url, key }, model) => createAnthropic({ baseURL: url, apiKey: key })(model),
    options: { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } },
  },
  {
    package: "@openrouter/ai-sdk-provider",
    wire: "chat",
    make: ({ url, key }, model) => createOpenRouter({ baseURL: url, apiKey: key }).chat(model),
  },
];

const failed = "AI_APICallError";

function clientOf({ package: name, wire, make, options }: Sdk): Client {
  const callOf = (asking: Asking) => ({
    model: make(asking, asking.model),
    prompt: asking.prompt,
    ...(asking.maxRetries === 0 && { maxRetries: 0 }),
    ...(asking.signal !== undefined && { abortSignal: asking.signal }),
  });
  return {
    name: `ai + ${name}`,
    version: `${versionOf("ai")} + ${versionOf(name)}`,
    wire,
    text: async (asking) => (await generateText(callOf(asking))).text,
    async *stream(asking) {
      const running = streamText({ ...callOf(asking), onError: () => undefined });
      for await (const part of running.stream) {
        if (part.type === "text-delta") yield part.text;
        if (part.type === "error") throw part.error;
        if (part.type === "abort") throw new DOMException("It was left.", "AbortError");
      }
    },
    async tools(asking) {
      const call = {
        ...callOf(asking),
        ...(options && { providerOptions: options }),
        stopWhen: isStepCount(3),
        tools: {
          [weatherTool.name]: tool({
            description: weatherTool.description,
            inputSchema: jsonSchema(weatherTool.parameters),
            execute: (given) => asking.run(cityIn(given)),
          }),
        },
      };
      return asking.streams ? await streamText(call).text : (await generateText(call)).text;
    },
    async structured(asking) {
      const schema = jsonSchema(reportSchema.schema);
      const { output } = await generateText({
        ...callOf(asking),
        output: Output.object({ schema, name: reportSchema.name }),
      });
      return output;
    },
    told: (error) => {
      const { name: kind }: { name?: unknown } = Object(error);
      return { kind: String(kind), status: classOf(error).status };
    },
    errors: { 400: failed, 401: failed, 402: failed, 404: failed, 429: failed, 529: failed },
  };
}

export const aiSdkClients: readonly Client[] = sdks.map(clientOf);

import { ChatAnthropic } from "@langchain/anthropic";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import {
  type AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { ChatOpenRouter } from "@langchain/openrouter";
import type { Asking, Client } from "../client.ts";
import { cityIn, classOf, reportSchema, weatherTool } from "../question.ts";
import { versionOf } from "../version-of.ts";
import { anthropicErrors } from "./anthropic.ts";
import { openaiErrors } from "./openai.ts";

type Model = ChatOpenAI | ChatAnthropic | ChatOpenRouter;

interface Library extends Pick<Client, "wire" | "errors"> {
  readonly package: string;
  readonly make: (asking: Asking, thinks: boolean) => Model;
}

const retriesOf = ({ maxRetries }: Asking) => (maxRetries === 0 ? { maxRetries } : {});

const offered = {
  name: weatherTool.name,
  description: weatherTool.description,
  schema: weatherTool.parameters,
};

const libraries: readonly Library[] = [
  {
    package: "@langchain/openai",
    wire: "chat",
    errors: openaiErrors,
    make: (asking) =>
      new ChatOpenAI({
        model: asking.model,
        apiKey: asking.key,
        configuration: { baseURL: asking.url },
        ...retriesOf(asking),
      }),
  },
  {
    package: "@langchain/anthropic",
    wire: "messages",
    errors: anthropicErrors,
    make: (asking, thinks) =>
      new ChatAnthropic({
        model: asking.model,
        apiKey: asking.key,
        // The library adds `/v1` to it.
        anthropicApiUrl: asking.url.replace(/\/v1$/, ""),
        ...(thinks && { thinking: { type: "enabled", budget_tokens: 1024 }, maxTokens: 2048 }),
        ...retriesOf(asking),
      }),
  },
  {
    package: "@langchain/openrouter",
    wire: "chat",
    errors: {
      400: "OpenRouterError",
      401: "OpenRouterAuthError",
      402: "OpenRouterError",
      404: "OpenRouterError",
      429: "OpenRouterRateLimitError",
      529: "OpenRouterError",
    },
    make: (asking) =>
      new ChatOpenRouter({
        model: asking.model,
        apiKey: asking.key,
        baseURL: asking.url,
        ...retriesOf(asking),
      }),
  },
];

async function* stream(model: BaseChatModel, asking: Asking): AsyncGenerator<string> {
  const chunks = await model.stream(asking.prompt, asking.signal && { signal: asking.signal });
  for await (const { text, response_metadata: about } of chunks) {
    if (text !== "") yield text;
    // @langchain/openrouter has no other sign of a failure.
    if (about["finish_reason"] === "error") throw new Error("The finish reason is error.");
  }
}

async function joined(chunks: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  let whole: AIMessageChunk | undefined;
  for await (const chunk of chunks) whole = whole === undefined ? chunk : whole.concat(chunk);
  if (whole === undefined) throw new Error("It is empty.");
  return whole;
}

function clientOf({ package: name, wire, make, errors }: Library): Client {
  return {
    name,
    version: versionOf(name),
    wire,
    errors,
    text: async (asking) => (await make(asking, false).invoke(asking.prompt)).text,
    stream: (asking) => stream(make(asking, false), asking),
    async tools(asking) {
      const model = make(asking, true).bindTools([offered]);
      const messages: BaseMessage[] = [new HumanMessage(asking.prompt)];
      for (;;) {
        const message = asking.streams
          ? await joined(await model.stream(messages))
          : await model.invoke(messages);
        const calls = message.tool_calls ?? [];
        if (calls.length === 0) return message.text;
        messages.push(message);
        for (const { id = "", args } of calls)
          messages.push(new ToolMessage({ tool_call_id: id, content: asking.run(cityIn(args)) }));
      }
    },
    structured: (asking) =>
      make(asking, false)
        .withStructuredOutput(reportSchema.schema, { name: reportSchema.name })
        .invoke(asking.prompt),
    told: classOf,
  };
}

export const langchainClients: readonly Client[] = libraries.map(clientOf);

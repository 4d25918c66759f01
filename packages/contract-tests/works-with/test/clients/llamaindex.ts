import { Anthropic, AnthropicSession } from "@llamaindex/anthropic";
import type {
  ChatMessage,
  ChatResponseChunk,
  LLM,
  PartialToolCall,
  ToolCall,
  ToolCallLLMMessageOptions,
} from "@llamaindex/core/llms";
import { FunctionTool } from "@llamaindex/core/tools";
import { OpenAI } from "@llamaindex/openai";
import type { Asking, AskingWithTool, Client } from "../client.ts";
import { cityIn, classOf, reportSchema, weatherTool } from "../question.ts";
import { versionOf } from "../version-of.ts";
import { anthropicErrors } from "./anthropic.ts";
import { openaiErrors } from "./openai.ts";

type Model = LLM<object, ToolCallLLMMessageOptions>;
type Message = ChatMessage<ToolCallLLMMessageOptions>;
type Make = (asking: Asking, thinks: boolean) => Model;

const retriesOf = ({ maxRetries }: Asking) => (maxRetries === 0 ? { maxRetries } : {});

const openai: Make = (asking) =>
  new OpenAI({
    model: asking.model,
    apiKey: asking.key,
    baseURL: asking.url,
    ...retriesOf(asking),
  });

const anthropic: Make = (asking, thinks) =>
  new Anthropic({
    model: asking.model,
    session: new AnthropicSession({
      apiKey: asking.key,
      // The library adds `/v1` to it.
      baseURL: asking.url.replace(/\/v1$/, ""),
      ...retriesOf(asking),
    }),
    ...(thinks && {
      additionalChatOptions: { thinking: { type: "enabled", budget_tokens: 1024 } },
    }),
  });

const questionOf = ({ prompt }: Asking): Message[] => [{ role: "user", content: prompt }];

function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** The library has no signal: who leaves stops reading. */
async function* stream(model: Model, asking: Asking): AsyncGenerator<string> {
  const chunks = await model.chat({ messages: questionOf(asking), stream: true });
  for await (const { delta } of chunks) {
    if (delta !== "") yield delta;
    if (asking.signal?.aborted === true) return;
  }
}

/** A call comes again with each of its pieces, the last time whole; thoughts and their signature come in pieces. */
async function joined(
  chunks: AsyncIterable<ChatResponseChunk<ToolCallLLMMessageOptions>>,
): Promise<Message> {
  let content = "";
  const calls = new Map<string, ToolCall | PartialToolCall>();
  const pieces: Record<string, string> = {};
  for await (const { delta, options = {} } of chunks) {
    content += delta;
    if ("toolCall" in options) for (const call of options.toolCall) calls.set(call.id, call);
    joinTexts(pieces, options);
  }
  const called = calls.size > 0 ? { toolCall: [...calls.values()] } : {};
  return { role: "assistant", content, options: { ...pieces, ...called } };
}

function joinTexts(joined: Record<string, string>, pieces: object): void {
  for (const [name, piece] of Object.entries(pieces))
    if (typeof piece === "string") joined[name] = (joined[name] ?? "") + piece;
}

async function tools(model: Model, asking: AskingWithTool): Promise<string> {
  const { name, description, parameters } = weatherTool;
  const run = FunctionTool.from((given: unknown) => asking.run(cityIn(given)), {
    ...{ name, description, parameters },
  });
  const messages = questionOf(asking);
  for (;;) {
    const asked = { messages, tools: [run] };
    const message = asking.streams
      ? await joined(await model.chat({ ...asked, stream: true }))
      : (await model.chat(asked)).message;
    messages.push(message);
    const options = message.options ?? {};
    if (!("toolCall" in options)) return textOf(message);
    for (const { id, input } of options.toolCall) {
      const result = asking.run(cityIn(input));
      const toolResult = { id, result, isError: false };
      messages.push({ role: "user", content: result, options: { toolResult } });
    }
  }
}

function clientOf(name: string, make: Make, about: Pick<Client, "wire" | "errors">): Client {
  return {
    ...about,
    name,
    version: versionOf(name),
    text: async (asking) =>
      textOf((await make(asking, false).chat({ messages: questionOf(asking) })).message),
    stream: (asking) => stream(make(asking, false), asking),
    tools: (asking) => tools(make(asking, true), asking),
    async structured(asking) {
      const responseFormat = { type: "json_schema", json_schema: reportSchema };
      const messages = questionOf(asking);
      const { message } = await make(asking, false).chat({ messages, responseFormat });
      return JSON.parse(textOf(message));
    },
    told: classOf,
  };
}

export const llamaindexClients: readonly Client[] = [
  clientOf("@llamaindex/openai", openai, { wire: "chat", errors: openaiErrors }),
  clientOf("@llamaindex/anthropic", anthropic, { wire: "messages", errors: anthropicErrors }),
];

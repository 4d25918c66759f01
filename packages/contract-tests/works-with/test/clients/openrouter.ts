import { OpenRouter } from "@openrouter/sdk";
import type { ChatAssistantMessage, ChatStreamChunk, ChatToolCall } from "@openrouter/sdk/models";
import type { Asking, Client } from "../client.ts";
import { cityIn, classOf, reportSchema, weatherTool } from "../question.ts";
import { versionOf } from "../version-of.ts";

const make = ({ url, key, maxRetries }: Asking) =>
  new OpenRouter({
    serverURL: url,
    apiKey: key,
    ...(maxRetries === 0 && { retryConfig: { strategy: "none" } }),
  });

type Message = NonNullable<
  Parameters<OpenRouter["chat"]["send"]>[0]["chatRequest"]["messages"]
>[number];

const questionOf = ({ model, prompt }: Asking) => {
  const messages: Message[] = [{ role: "user", content: prompt }];
  return { model, messages };
};

async function ask(asking: Asking, more: object = {}) {
  const chatRequest = { ...questionOf(asking), ...more, stream: false as const };
  const reply = await make(asking).chat.send({ chatRequest });
  if (!("choices" in reply)) throw new Error("It is a stream.");
  const [choice] = reply.choices;
  if (choice === undefined) throw new Error("It has no choice.");
  return choice;
}

async function openStream(asking: Asking, more: object = {}) {
  const chatRequest = { ...questionOf(asking), ...more, stream: true as const };
  const chunks = await make(asking).chat.send(
    { chatRequest },
    asking.signal && { signal: asking.signal },
  );
  if ("choices" in chunks) throw new Error("It is no stream.");
  return chunks;
}

/** The details of thoughts are sent back as they came, piece by piece. */
async function joined(chunks: AsyncIterable<ChatStreamChunk>): Promise<ChatAssistantMessage> {
  let content = "";
  const toolCalls: ChatToolCall[] = [];
  const reasoningDetails: ChatAssistantMessage["reasoningDetails"] = [];
  for await (const { choices } of chunks) {
    const delta = choices[0]?.delta;
    content += delta?.content ?? "";
    reasoningDetails.push(...(delta?.reasoningDetails ?? []));
    for (const { index, id = "", function: called } of delta?.toolCalls ?? []) {
      const name = called?.name ?? "";
      toolCalls[index] ??= { id, type: "function", function: { name, arguments: "" } };
      toolCalls[index].function.arguments += called?.arguments ?? "";
    }
  }
  const calls = toolCalls.length > 0 ? { toolCalls } : {};
  return { role: "assistant", content, reasoningDetails, ...calls };
}

const offered = [{ type: "function", function: weatherTool }];

export const openrouterClient: Client = {
  name: "@openrouter/sdk",
  version: versionOf("@openrouter/sdk"),
  wire: "chat",
  text: async (asking) => String((await ask(asking)).message.content),
  async *stream(asking) {
    for await (const { choices, error } of await openStream(asking)) {
      const piece = choices[0]?.delta.content;
      if (typeof piece === "string" && piece !== "") yield piece;
      if (error !== undefined) throw new Error(error.message);
    }
  },
  async tools(asking) {
    const { messages } = questionOf(asking);
    for (;;) {
      const more = { messages, tools: offered };
      const message = asking.streams
        ? await joined(await openStream(asking, more))
        : (await ask(asking, more)).message;
      messages.push(message);
      if (message.toolCalls === undefined) return String(message.content);
      for (const call of message.toolCalls) {
        const content = asking.run(cityIn(call.function.arguments));
        messages.push({ role: "tool", toolCallId: call.id, content });
      }
    }
  },
  async structured(asking) {
    const jsonSchema = { ...reportSchema, strict: true };
    const { message } = await ask(asking, { responseFormat: { type: "json_schema", jsonSchema } });
    return JSON.parse(String(message.content));
  },
  told: classOf,
  errors: {
    400: "BadRequestResponseError",
    401: "UnauthorizedResponseError",
    402: "PaymentRequiredResponseError",
    404: "NotFoundResponseError",
    429: "TooManyRequestsResponseError",
    529: "ProviderOverloadedResponseError",
  },
};

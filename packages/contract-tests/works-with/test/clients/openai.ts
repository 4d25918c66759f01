import type OpenAI from "openai";
import type { Asking, AskingWithTool, Client } from "../client.ts";
import { cityIn, classOf, reportSchema, weatherTool } from "../question.ts";
import { versionOf } from "../version-of.ts";
import { joined } from "./join-chunks.ts";

export const openaiErrors = {
  400: "BadRequestError",
  401: "AuthenticationError",
  402: "APIError",
  404: "NotFoundError",
  429: "RateLimitError",
  529: "InternalServerError",
} as const;

/** An older major version's types differ from those of the newest; what is called here is the same in all. */
async function openaiOf(packageName: string): Promise<typeof OpenAI> {
  const library = await import(packageName);
  return library.default;
}

type Maker = (asking: Asking) => Promise<OpenAI>;

const makerOf =
  (packageName: string): Maker =>
  async ({ url, key, maxRetries }) => {
    const Library = await openaiOf(packageName);
    return new Library({ baseURL: url, apiKey: key, ...(maxRetries === 0 && { maxRetries }) });
  };

const questionOf = ({ model, prompt }: Asking) => ({
  model,
  messages: [{ role: "user" as const, content: prompt }],
});

async function text(make: Maker, asking: Asking): Promise<string> {
  const client = await make(asking);
  const { choices } = await client.chat.completions.create(questionOf(asking));
  return choices[0]?.message.content ?? "";
}

async function* stream(make: Maker, asking: Asking): AsyncGenerator<string> {
  const client = await make(asking);
  const body = { ...questionOf(asking), stream: true as const };
  const chunks = await client.chat.completions.create(body, { signal: asking.signal });
  for await (const { choices } of chunks) {
    const piece = choices[0]?.delta.content;
    if (typeof piece === "string" && piece !== "") yield piece;
  }
}

/** The message with the calls is sent back as it came. */
async function tools(make: Maker, asking: AskingWithTool): Promise<string> {
  const client = await make(asking);
  const messages: OpenAI.ChatCompletionMessageParam[] = questionOf(asking).messages;
  const offered = [{ type: "function" as const, function: weatherTool }];
  for (;;) {
    const body = { model: asking.model, messages, tools: offered };
    const message = asking.streams
      ? await joined(await client.chat.completions.create({ ...body, stream: true }))
      : (await client.chat.completions.create(body)).choices[0]?.message;
    messages.push(message ?? { role: "assistant" });
    if (message?.tool_calls === undefined) return message?.content ?? "";
    for (const call of message.tool_calls) {
      const given = call.type === "function" ? call.function.arguments : "{}";
      messages.push({ role: "tool", tool_call_id: call.id, content: asking.run(cityIn(given)) });
    }
  }
}

async function structured(make: Maker, asking: Asking): Promise<unknown> {
  const client = await make(asking);
  const format = { type: "json_schema" as const, json_schema: { ...reportSchema, strict: true } };
  const body = { ...questionOf(asking), response_format: format };
  const { choices } = await client.chat.completions.create(body);
  return JSON.parse(choices[0]?.message.content ?? "");
}

function openai(packageName: string): Client {
  const make = makerOf(packageName);
  const version = versionOf(packageName);
  return {
    name: `openai ${version.split(".")[0]}`,
    version,
    wire: "chat",
    text: (asking) => text(make, asking),
    stream: (asking) => stream(make, asking),
    tools: (asking) => tools(make, asking),
    structured: (asking) => structured(make, asking),
    told: classOf,
    errors: openaiErrors,
  };
}

const make = makerOf("openai");

/** Its helpers: `stream()`, `runTools()` and `parse()`. */
const helpers: Client = {
  ...openai("openai"),
  name: "openai 7, its helpers",
  async text(asking) {
    const client = await make(asking);
    return (await client.chat.completions.stream(questionOf(asking)).finalContent()) ?? "";
  },
  async *stream(asking) {
    const client = await make(asking);
    const running = client.chat.completions.stream(questionOf(asking), { signal: asking.signal });
    for await (const { choices } of running) {
      const piece = choices[0]?.delta.content;
      if (typeof piece === "string" && piece !== "") yield piece;
    }
    await running.finalChatCompletion();
  },
  async tools(asking) {
    const { chat } = await make(asking);
    const run = {
      type: "function" as const,
      function: {
        ...weatherTool,
        parse: (given: string) => ({ city: cityIn(given) }),
        function: ({ city }: { city: string }) => asking.run(city),
      },
    };
    const body = { ...questionOf(asking), tools: [run] };
    const running = asking.streams
      ? chat.completions.runTools({ ...body, stream: true })
      : chat.completions.runTools(body);
    return (await running.finalContent()) ?? "";
  },
  async structured(asking) {
    const client = await make(asking);
    const format = { type: "json_schema" as const, json_schema: { ...reportSchema, strict: true } };
    const body = { ...questionOf(asking), response_format: format };
    const { choices } = await client.chat.completions.parse(body);
    return JSON.parse(choices[0]?.message.content ?? "");
  },
};

export const openaiClients: readonly Client[] = [
  ...["openai-4", "openai-5", "openai-6", "openai"].map(openai),
  helpers,
];

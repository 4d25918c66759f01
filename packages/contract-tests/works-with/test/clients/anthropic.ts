import Anthropic from "@anthropic-ai/sdk";
import type { Asking, AskingWithTool, Client } from "../client.ts";
import { cityIn, classOf, reportSchema, weatherTool } from "../question.ts";
import { versionOf } from "../version-of.ts";

/** Those of the major versions before 1, which other libraries bring along. */
export const anthropicErrors = {
  400: "BadRequestError",
  401: "AuthenticationError",
  402: "APIError",
  404: "NotFoundError",
  429: "RateLimitError",
  529: "InternalServerError",
} as const;

const make = ({ url, key, maxRetries }: Asking) =>
  new Anthropic({
    // The library adds `/v1` to it.
    baseURL: url.replace(/\/v1$/, ""),
    apiKey: key,
    authToken: null,
    ...(maxRetries === 0 && { maxRetries }),
  });

const questionOf = ({ model, prompt }: Asking) => ({
  model,
  max_tokens: 2048,
  messages: [{ role: "user" as const, content: prompt }],
});

const textOf = ({ content }: Pick<Anthropic.Message | Anthropic.Beta.BetaMessage, "content">) =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");

const offered = {
  name: weatherTool.name,
  description: weatherTool.description,
  input_schema: weatherTool.parameters,
};
const thinking = { type: "enabled" as const, budget_tokens: 1024 };

async function* stream(asking: Asking): AsyncGenerator<string> {
  const events = await make(asking).messages.create(
    { ...questionOf(asking), stream: true },
    { signal: asking.signal },
  );
  for await (const event of events)
    if (event.type === "content_block_delta" && event.delta.type === "text_delta")
      yield event.delta.text;
}

async function tools(asking: AskingWithTool): Promise<string> {
  const client = make(asking);
  const messages: Anthropic.MessageParam[] = questionOf(asking).messages;
  for (;;) {
    const body = { ...questionOf(asking), messages, tools: [offered], thinking };
    const message = asking.streams
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body);
    if (message.stop_reason !== "tool_use") return textOf(message);
    const results = message.content.flatMap((block) =>
      block.type === "tool_use"
        ? [
            {
              type: "tool_result" as const,
              tool_use_id: block.id,
              content: asking.run(cityIn(block.input)),
            },
          ]
        : [],
    );
    messages.push(
      { role: "assistant", content: message.content },
      { role: "user", content: results },
    );
  }
}

const plain: Client = {
  name: "@anthropic-ai/sdk",
  version: versionOf("@anthropic-ai/sdk"),
  wire: "messages",
  text: async (asking) => textOf(await make(asking).messages.create(questionOf(asking))),
  stream,
  tools,
  async structured(asking) {
    const format = { type: "json_schema" as const, schema: reportSchema.schema };
    const message = await make(asking).messages.create({
      ...questionOf(asking),
      output_config: { format },
    });
    return JSON.parse(textOf(message));
  },
  told: classOf,
  errors: { ...anthropicErrors, 402: "PaymentRequiredError", 529: "OverloadedError" },
};

/** Its helpers: `stream()`, `parse()` and the tool runner, which keeps its conversation in a thread. */
const helpers: Client = {
  ...plain,
  name: "@anthropic-ai/sdk, its helpers",
  text: (asking) => make(asking).messages.stream(questionOf(asking)).finalText(),
  async *stream(asking) {
    const running = make(asking).messages.stream(questionOf(asking), { signal: asking.signal });
    for await (const event of running)
      if (event.type === "content_block_delta" && event.delta.type === "text_delta")
        yield event.delta.text;
    await running.finalMessage();
  },
  async tools(asking) {
    const runner = make(asking).beta.messages.toolRunner({
      ...questionOf(asking),
      stream: asking.streams,
      thinking,
      tools: [
        {
          ...offered,
          type: "custom",
          parse: (input: unknown) => input,
          run: (input: unknown) => asking.run(cityIn(input)),
        },
      ],
    });
    return textOf(await runner.runUntilDone());
  },
  async structured(asking) {
    const format = { type: "json_schema" as const, schema: reportSchema.schema };
    const body = { ...questionOf(asking), output_config: { format } };
    return JSON.parse(textOf(await make(asking).messages.parse(body)));
  },
};

export const anthropicClients: readonly Client[] = [plain, helpers];

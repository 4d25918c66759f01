import { type Fields, fieldsOf, listOf, textOf } from "@portico/core/json/shape";
import {
  argumentsOf,
  type Dialect,
  dataOf,
  events,
  type Heard,
  outputTokens,
  type Said,
  usualInputTokens,
} from "./dialect.ts";

/** Chat completions, as DeepSeek speaks them: the thought is a plain `reasoning_content`, and its text is the mark. */
export const chat: Dialect = {
  provider: { kind: "openai-compatible", preset: "deepseek" },
  isAnswered: (path) => path.endsWith("/chat/completions"),
  hear,
  say,
};

function hear(body: Fields): Heard {
  const messages = listOf(body["messages"]).map(fieldsOf);
  const calls = messages.flatMap((message) => listOf(message["tool_calls"]).map(fieldsOf));
  const results = messages.filter(({ role }) => role === "tool");
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const parts = messages.flatMap(({ content }) => listOf(content).map(fieldsOf));
  return {
    tools: listOf(body["tools"]).flatMap((tool) => {
      return textOf(fieldsOf(fieldsOf(tool)["function"])["name"]) ?? [];
    }),
    offersSearch: body["web_search_options"] !== undefined,
    calls: calls.flatMap(({ id }) => textOf(id) ?? []),
    answered: results.flatMap((result) => textOf(result["tool_call_id"]) ?? []),
    results: messages
      .slice(last + 1)
      .flatMap(({ role, content }) => (role === "tool" ? [JSON.stringify(content)] : [])),
    marks: messages.flatMap((message) => textOf(message["reasoning_content"]) ?? []),
    pictures: parts.flatMap((part) => dataOf(textOf(fieldsOf(part["image_url"])["url"]))),
    words: JSON.stringify(messages),
  };
}

function say(
  { thought, text, call, inputTokens = usualInputTokens }: Said,
  { id }: { id: string },
) {
  const chunk = (delta: object, finish: string | null = null) => ({
    ...{ id, object: "chat.completion.chunk", created: 1, model: "scripted" },
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const usage = {
    ...{ prompt_tokens: inputTokens, completion_tokens: outputTokens },
    total_tokens: inputTokens + outputTokens,
  };
  const chunks = [
    chunk({ role: "assistant", content: "" }),
    ...(thought === undefined ? [] : [chunk({ reasoning_content: thought })]),
    ...(text === undefined ? [] : [chunk({ content: text })]),
    ...(call === undefined
      ? []
      : [
          chunk({
            tool_calls: [
              {
                index: 0,
                id: `call_${id}`,
                type: "function",
                function: { name: call.name, arguments: "" },
              },
            ],
          }),
          chunk({
            tool_calls: [{ index: 0, function: { arguments: argumentsText(call.arguments) } }],
          }),
        ]),
    chunk({}, call === undefined ? "stop" : "tool_calls"),
    { ...chunk({}), choices: [], usage },
  ];
  return `${events(chunks.map((data) => [undefined, data]))}data: [DONE]\n\n`;
}

function argumentsText(given: Fields | string): string {
  return JSON.stringify(argumentsOf(given));
}

import { word } from "../journal.ts";
import { type Dialect, data, failure, type Told } from "./dialect.ts";
import { chat, responses } from "./openai-dialects.ts";

const line = (fields: object) => `${JSON.stringify(fields)}\n`;
const messagesUsage = (told: Told | null) =>
  told && { usage: { input_tokens: told.input, output_tokens: told.output } };
const block = (index: number, content: object, part: object | null) =>
  data({ type: "content_block_start", index, content_block: content }) +
  (part ? data({ type: "content_block_delta", index, delta: part }) : "");
const message = (content: object[] | undefined, told: Told | null) => ({
  ...{ type: "message", role: "assistant", stop_reason: "end_turn" },
  ...(content && { content }),
  ...messagesUsage(told),
});
const stops = (told: Told | null) =>
  data({ type: "message_delta", delta: { stop_reason: "end_turn" }, ...messagesUsage(told) });

const messages: Dialect = {
  kind: "anthropic",
  head: data({ type: "message_start", message: { role: "assistant", content: [] } }),
  summary: block(0, { type: "thinking", thinking: "" }, { type: "thinking_delta", thinking: "Hm" }),
  words: (count) =>
    block(1, { type: "text", text: "" }, null) +
    data({
      ...{ type: "content_block_delta", index: 1 },
      delta: { type: "text_delta", text: word },
    }).repeat(count),
  call: (json) =>
    block(
      2,
      { type: "tool_use", id: "c1", name: "f", input: {} },
      { type: "input_json_delta", partial_json: json },
    ) + data({ type: "content_block_stop", index: 2 }),
  end: (told) => stops(told) + data({ type: "message_stop" }),
  whole: (words, told) => message([{ type: "text", text: word.repeat(words) }], told),
  // Its arguments are parsed already: the call is of a function that no request has.
  wholeCall: (json, told) =>
    message([{ type: "tool_use", id: "c1", name: json === "{}" ? "f" : "g", input: {} }], told),
  empty: {
    "no content": (told) => message(undefined, told),
    "an error beside its usage": (told) => ({
      ...{ type: "error", error: failure },
      ...messagesUsage(told),
    }),
  },
  emptyStreams: {
    "an error after its usage": (told) => stops(told) + data({ type: "error", error: failure }),
    "an error beside its usage": (told) =>
      data({ type: "error", error: failure, ...messagesUsage(told) }),
  },
};

const geminiUsage = (told: Told | null) =>
  told && { usageMetadata: { promptTokenCount: told.input, thoughtsTokenCount: told.output } };
const candidate = (parts: object[], more: object = {}) => ({
  candidates: [{ index: 0, content: { role: "model", parts }, ...more }],
});
const ends = (reason: string) => (told: Told) => ({
  candidates: [{ index: 0, finishReason: reason }],
  ...geminiUsage(told),
});
const geminiEmpty = {
  MALFORMED_FUNCTION_CALL: ends("MALFORMED_FUNCTION_CALL"),
  UNEXPECTED_TOOL_CALL: ends("UNEXPECTED_TOOL_CALL"),
  "no candidates": (told: Told) => ({ ...geminiUsage(told) }),
  "an error beside its usage": (told: Told) => ({
    error: { code: 500, message: "It broke.", status: "INTERNAL" },
    ...geminiUsage(told),
  }),
};
// Its arguments are parsed already, too.
const geminiCall = (json: string) => [
  { functionCall: { name: json === "{}" ? "f" : "g", args: {} } },
];

const gemini: Dialect = {
  kind: "gemini",
  head: data(candidate([])),
  summary: data(candidate([{ text: "Hm", thought: true }])),
  words: (count) => data(candidate([{ text: word }])).repeat(count),
  call: (json) => data(candidate(geminiCall(json))),
  end: (told) => data({ ...candidate([], { finishReason: "STOP" }), ...geminiUsage(told) }),
  whole: (words, told) => ({
    ...candidate([{ text: word.repeat(words) }], { finishReason: "STOP" }),
    ...geminiUsage(told),
  }),
  wholeCall: (json, told) => ({
    ...candidate(geminiCall(json), { finishReason: "STOP" }),
    ...geminiUsage(told),
  }),
  empty: geminiEmpty,
  emptyStreams: Object.fromEntries(
    Object.entries(geminiEmpty).map(([name, body]) => [name, (told: Told) => data(body(told))]),
  ),
};

const cohereUsage = (told: Told | null) =>
  told && { usage: { tokens: { input_tokens: told.input, output_tokens: told.output } } };
const cohereCall = (json: string) => ({
  ...{ id: "c1", type: "function", function: { name: "f", arguments: json } },
});
const ending = (reason: string | undefined, told: Told | null) =>
  data({ type: "message-end", delta: { finish_reason: reason, ...cohereUsage(told) } });

const cohere: Dialect = {
  kind: "cohere",
  head: data({ type: "message-start", delta: { message: { role: "assistant" } } }),
  summary: "",
  words: (count) =>
    data({
      ...{ type: "content-delta", index: 0 },
      delta: { message: { content: { text: word } } },
    }).repeat(count),
  call: (json) =>
    data({
      ...{ type: "tool-call-start", index: 0 },
      delta: { message: { tool_calls: cohereCall(json) } },
    }) + data({ type: "tool-call-end", index: 0 }),
  end: (told) => ending("COMPLETE", told),
  whole: (words, told) => ({
    message: { content: [{ type: "text", text: word.repeat(words) }] },
    finish_reason: "COMPLETE",
    ...cohereUsage(told),
  }),
  wholeCall: (json, told) => ({
    ...{ message: { tool_calls: [cohereCall(json)] }, finish_reason: "TOOL_CALL" },
    ...cohereUsage(told),
  }),
  empty: {
    "finish_reason ERROR": (told) => ({ finish_reason: "ERROR", ...cohereUsage(told) }),
    "no finish_reason": (told) => ({ message: {}, ...cohereUsage(told) }),
  },
  emptyStreams: {
    "finish_reason ERROR": (told) => ending("ERROR", told),
    "no finish_reason": (told) => ending(undefined, told),
  },
};

const ollamaUsage = (told: Told | null) =>
  told && { prompt_eval_count: told.input, eval_count: told.output };
const last = { done: true, done_reason: "stop" };
const ollamaCall = (json: string) => ({
  tool_calls: [{ function: { name: "f", arguments: json } }],
});

const ollama: Dialect = {
  kind: "ollama",
  head: line({ message: { role: "assistant", content: "" }, done: false }),
  summary: "",
  words: (count) => line({ message: { content: word }, done: false }).repeat(count),
  call: (json) => line({ message: ollamaCall(json), done: false }),
  end: (told) => line({ message: { content: "" }, ...last, ...ollamaUsage(told) }),
  whole: (words, told) => ({
    ...{ message: { content: word.repeat(words) }, ...last },
    ...ollamaUsage(told),
  }),
  wholeCall: (json, told) => ({ message: ollamaCall(json), ...last, ...ollamaUsage(told) }),
  empty: {
    "an error beside its usage": (told) => ({ error: "It broke.", ...ollamaUsage(told) }),
  },
  emptyStreams: {
    "an error beside its usage": (told) => line({ error: "It broke.", ...ollamaUsage(told) }),
  },
};

export const dialects = { chat, responses, messages, gemini, cohere, ollama } as const;

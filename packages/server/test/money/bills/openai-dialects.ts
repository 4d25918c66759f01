import { word } from "../journal.ts";
import { type Dialect, data, failure, type Told } from "./dialect.ts";

const chatUsage = (told: Told | null) =>
  told && {
    usage: {
      ...{ prompt_tokens: told.input, completion_tokens: told.output },
      completion_tokens_details: { reasoning_tokens: told.output },
    },
  };
const delta = (fields: object, finish: string | null = null) =>
  data({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
const done = "data: [DONE]\n\n";
const chatCall = (json: string) => [
  { index: 0, id: "c1", type: "function", function: { name: "f", arguments: json } },
];
const completion = (message: object, told: Told | null) => ({
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }],
  ...chatUsage(told),
});
const chatTail = (told: Told | null) =>
  (told ? data({ choices: [], ...chatUsage(told) }) : "") + done;

export const chat: Dialect = {
  kind: "openai-compatible",
  head: delta({ role: "assistant", content: "" }),
  summary: delta({
    reasoning: "Hm",
    reasoning_details: [{ type: "reasoning.summary", summary: "Hm" }],
  }),
  words: (count) => delta({ content: word }).repeat(count),
  call: (json) => delta({ tool_calls: chatCall(json) }),
  end: (told) => delta({}, "stop") + chatTail(told),
  whole: (words, told) => completion({ content: word.repeat(words) }, told),
  wholeCall: (json, told) => completion({ tool_calls: chatCall(json) }, told),
  empty: {
    "no choices": (told) => ({ choices: [], ...chatUsage(told) }),
    "finish_reason error": (told) => ({
      choices: [{ index: 0, message: { content: null }, finish_reason: "error" }],
      ...chatUsage(told),
    }),
    "an error beside its usage": (told) => ({ error: failure, ...chatUsage(told) }),
  },
  emptyStreams: {
    "no choices": chatTail,
    "finish_reason error": (told) => delta({}, "error") + chatTail(told),
    "an error beside its usage": (told) => data({ error: failure, ...chatUsage(told) }),
  },
};

const responsesUsage = (told: Told | null) =>
  told && {
    usage: {
      ...{ input_tokens: told.input, output_tokens: told.output },
      output_tokens_details: { reasoning_tokens: told.output },
    },
  };
const responsesCall = (json: string) => ({
  ...{ type: "function_call", id: "fc_1", call_id: "c1", name: "f", arguments: json },
});
const response = (status: string, more: object) => ({ object: "response", status, ...more });
const broken = (told: Told) => ({ error: failure, output: [], ...responsesUsage(told) });

export const responses: Dialect = {
  kind: "openai",
  head: data({ type: "response.created", response: response("in_progress", { output: [] }) }),
  summary: data({
    ...{ type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 0 },
    ...{ item_id: "rs_1", delta: "Hm" },
  }),
  words: (count) =>
    data({
      ...{ type: "response.output_text.delta", output_index: 1, content_index: 0 },
      ...{ item_id: "msg_1", delta: word },
    }).repeat(count),
  call: (json) =>
    data({
      ...{ type: "response.output_item.added", output_index: 2 },
      item: responsesCall(""),
    }) +
    data({ type: "response.function_call_arguments.delta", output_index: 2, delta: json }) +
    data({ type: "response.output_item.done", output_index: 2, item: responsesCall(json) }),
  end: (told) =>
    data({
      type: "response.completed",
      response: response("completed", { output: [], ...responsesUsage(told) }),
    }),
  whole: (words, told) =>
    response("completed", {
      output: [{ type: "message", content: [{ type: "output_text", text: word.repeat(words) }] }],
      ...responsesUsage(told),
    }),
  wholeCall: (json, told) =>
    response("completed", { output: [responsesCall(json)], ...responsesUsage(told) }),
  empty: {
    "status failed": (told) => response("failed", broken(told)),
    "status cancelled": (told) => response("cancelled", { ...broken(told), error: null }),
    "status in_progress": (told) => response("in_progress", { ...broken(told), error: null }),
    "an error beside its usage": (told) => ({ error: failure, ...responsesUsage(told) }),
  },
  emptyStreams: {
    "status failed": (told) =>
      data({ type: "response.failed", response: response("failed", broken(told)) }),
    "status cancelled": (told) =>
      data({ type: "response.cancelled", response: response("cancelled", broken(told)) }),
    "an error beside its usage": (told) =>
      data({ ...failure, type: "error", ...responsesUsage(told) }),
  },
};

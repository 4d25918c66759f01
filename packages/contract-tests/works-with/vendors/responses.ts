import { type Fields, fieldsOf, listOf, textOf } from "@portico/core/json/shape";
import {
  type Dialect,
  dataOf,
  type Heard,
  named,
  outputTokens,
  type Said,
  usualInputTokens,
} from "./dialect.ts";

/** OpenAI's responses. */
export const responses: Dialect = {
  provider: { kind: "openai" },
  isAnswered: (path) => path.endsWith("/responses"),
  hear,
  say,
};

function hear(body: Fields): Heard {
  const items = listOf(body["input"]).map(fieldsOf);
  const ofType = (ending: RegExp) => items.filter(({ type }) => ending.test(textOf(type) ?? ""));
  const ids = (list: readonly Fields[]) => list.flatMap((item) => textOf(item["call_id"]) ?? []);
  const last = items.findLastIndex(({ type }) => /call$/.test(textOf(type) ?? ""));
  const parts = items.flatMap(({ content, output }) => [content, output].flatMap(listOf));
  const tools = listOf(body["tools"]).map(fieldsOf);
  return {
    tools: tools.flatMap(({ name }) => textOf(name) ?? []),
    offersSearch: tools.some(({ type }) => textOf(type)?.startsWith("web_search") === true),
    calls: ids(ofType(/call$/)),
    answered: ids(ofType(/call_output$/)),
    results: items
      .slice(last + 1)
      .flatMap(({ output }) => (output === undefined ? [] : [JSON.stringify(output)])),
    marks: items.flatMap((item) => textOf(item["encrypted_content"]) ?? []),
    pictures: parts.flatMap((part) => dataOf(textOf(fieldsOf(part)["image_url"]))),
    words: JSON.stringify([body["instructions"], items]),
  };
}

function say(said: Said, { id, mark }: { id: string; mark: string }): string {
  const { thought, text, call, search, inputTokens = usualInputTokens } = said;
  const output = [
    ...(thought === undefined ? [] : [reasoning(thought, id, mark)]),
    ...(search === undefined ? [] : [searchItem(search, id)]),
    ...(text === undefined ? [] : [message(text, id)]),
    ...(call === undefined ? [] : [callItem(call, id)]),
  ];
  const usage = {
    ...{ input_tokens: inputTokens, output_tokens: outputTokens },
    total_tokens: inputTokens + outputTokens,
  };
  const begun = { id: `resp_${id}`, object: "response", created_at: 1, model: "scripted" };
  return named([
    { type: "response.created", ...{ response: { ...begun, status: "in_progress", output: [] } } },
    ...output.flatMap(({ item, started, deltas }, index) => [
      { type: "response.output_item.added", output_index: index, item: started },
      ...deltas.map((delta) => ({ ...delta, output_index: index, item_id: item.id })),
      { type: "response.output_item.done", output_index: index, item },
    ]),
    {
      type: "response.completed",
      ...{
        response: { ...begun, status: "completed", output: output.map(({ item }) => item), usage },
      },
    },
  ]);
}

interface Item {
  readonly item: Fields & { readonly id: string };
  readonly started: Fields;
  readonly deltas: readonly (Fields & { readonly type: string })[];
}

function reasoning(text: string, id: string, mark: string): Item {
  const item = { type: "reasoning", id: `rs_${id}` };
  return {
    item: { ...item, summary: [{ type: "summary_text", text }], encrypted_content: mark },
    started: { ...item, summary: [] },
    deltas: [{ type: "response.reasoning_summary_text.delta", summary_index: 0, delta: text }],
  };
}

function searchItem(query: string, id: string): Item {
  const item = { type: "web_search_call", id: `ws_${id}` };
  return {
    item: { ...item, status: "completed", action: { type: "search", query } },
    started: { ...item, status: "in_progress" },
    deltas: [],
  };
}

function message(text: string, id: string): Item {
  const item = { type: "message", id: `msg_${id}`, role: "assistant" };
  const content = [{ type: "output_text", text, annotations: [] }];
  return {
    item: { ...item, status: "completed", content },
    started: { ...item, status: "in_progress", content: [] },
    deltas: [{ type: "response.output_text.delta", content_index: 0, delta: text }],
  };
}

function callItem({ name, arguments: given }: NonNullable<Said["call"]>, id: string): Item {
  const call = { call_id: `call_${id}`, name, status: "completed" };
  if (typeof given === "string") {
    const item = { type: "custom_tool_call", id: `ctc_${id}`, ...call };
    return {
      item: { ...item, input: given },
      started: { ...item, input: "" },
      deltas: [{ type: "response.custom_tool_call_input.delta", delta: given }],
    };
  }
  const item = { type: "function_call", id: `fc_${id}`, ...call };
  const delta = JSON.stringify(given);
  return {
    item: { ...item, arguments: delta },
    started: { ...item, arguments: "" },
    deltas: [{ type: "response.function_call_arguments.delta", delta }],
  };
}

import { type Fields, fieldsOf, listOf, textOf } from "@portico/core/json/shape";
import {
  argumentsOf,
  type Dialect,
  type Heard,
  named,
  outputTokens,
  type Said,
  usualInputTokens,
} from "./dialect.ts";

/** Anthropic's messages. */
export const messages: Dialect = {
  provider: { kind: "anthropic" },
  isAnswered: (path) => path.endsWith("/messages"),
  hear,
  say,
};

function hear(body: Fields): Heard {
  const turns = listOf(body["messages"]).map(fieldsOf);
  const blocks = turns.flatMap(blocksOf);
  const last = turns.findLastIndex(({ role }) => role === "assistant");
  const within = blocks.flatMap((block) => [block, ...listOf(block["content"]).map(fieldsOf)]);
  const tools = listOf(body["tools"]).map(fieldsOf);
  return {
    tools: tools.flatMap(({ name }) => textOf(name) ?? []),
    offersSearch: tools.some(({ type }) => textOf(type)?.startsWith("web_search") === true),
    calls: blocks.flatMap(({ type, id }) => (type === "tool_use" ? (textOf(id) ?? []) : [])),
    answered: blocks.flatMap((block) => textOf(block["tool_use_id"]) ?? []),
    results: turns
      .slice(last + 1)
      .flatMap(blocksOf)
      .flatMap(({ type, content }) => (type === "tool_result" ? [JSON.stringify(content)] : [])),
    marks: blocks.flatMap(({ signature }) => textOf(signature) ?? []),
    pictures: within.flatMap(({ source }) => textOf(fieldsOf(source)["data"]) ?? []),
    words: JSON.stringify([body["system"], turns]),
  };
}

function blocksOf({ content }: Fields): Fields[] {
  return listOf(content).map(fieldsOf);
}

function say(said: Said, { id, mark }: { id: string; mark: string }): string {
  const { thought, text, call, search, inputTokens = usualInputTokens } = said;
  const usage = { input_tokens: inputTokens, output_tokens: outputTokens };
  const blocks = [
    ...(thought === undefined ? [] : thoughtBlock(thought, mark)),
    ...(search === undefined ? [] : searchBlocks(search, id)),
    ...(text === undefined
      ? []
      : [block({ type: "text", text: "" }, { type: "text_delta", text })]),
    ...(call === undefined
      ? []
      : [
          block(
            { type: "tool_use", id: `toolu_${id}`, name: call.name, input: {} },
            { type: "input_json_delta", partial_json: JSON.stringify(argumentsOf(call.arguments)) },
          ),
        ]),
  ];
  const message = { id: `msg_${id}`, type: "message", role: "assistant", model: "scripted" };
  const begun = { ...message, content: [], stop_reason: null, stop_sequence: null, usage };
  const delta = { stop_reason: call === undefined ? "end_turn" : "tool_use", stop_sequence: null };
  return named([
    { type: "message_start", message: begun },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((piece) => ({ type: "content_block_delta", index, delta: piece })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta, usage },
    { type: "message_stop" },
  ]);
}

function block(start: object, ...deltas: readonly object[]) {
  return { start, deltas };
}

function thoughtBlock(thinking: string, signature: string) {
  return [
    block(
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking_delta", thinking },
      { type: "signature_delta", signature },
    ),
  ];
}

function searchBlocks(query: string, id: string) {
  const found = { type: "web_search_result", title: "Portico", url: "https://example.com/portico" };
  return [
    block(
      { type: "server_tool_use", id: `srvtoolu_${id}`, name: "web_search", input: {} },
      { type: "input_json_delta", partial_json: JSON.stringify({ query }) },
    ),
    block({
      ...{ type: "web_search_tool_result", tool_use_id: `srvtoolu_${id}` },
      content: [{ ...found, encrypted_content: "c2VhbGVk", page_age: null }],
    }),
  ];
}

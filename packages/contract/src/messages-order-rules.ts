import { isRecord } from "./is-record.ts";
import { type Fields, fieldsOf } from "./stream-order-progress.ts";

/** The states of the automaton in messages-order.ts. Its rules say what each event must agree with, and the next state. */
export interface State {
  name: "start" | "between" | "block" | "ended" | "over";
  /** The block that has started and not stopped. */
  block: OpenBlock | null;
  /** How many blocks have started. */
  blocks: number;
  readonly callIds: Set<unknown>;
  /** A call stopped within its arguments. */
  isBroken: boolean;
}

interface OpenBlock {
  readonly type: string;
  json: string;
  isSigned: boolean;
}

/** Returns what is wrong, or updates the state and returns null. */
type Rule = (state: State, event: Fields) => string | null;

export const rules: Readonly<Record<string, Rule>> = {
  message_start: (state, event) => {
    state.name = "between";
    return wrongBeginning(fieldsOf(event["message"]));
  },
  content_block_start: (state, event) => {
    state.name = "block";
    if (event["index"] !== state.blocks) return `index is ${event["index"]}, not ${state.blocks}`;
    state.blocks += 1;
    if (state.isBroken) return "a block starts after a call that stopped within its arguments";
    const block = fieldsOf(event["content_block"]);
    const type = String(block["type"]);
    state.block = { type, json: "", isSigned: false };
    return wrongStart(state, type, block);
  },
  content_block_delta: (state, event) =>
    otherBlock(state, event) ?? wrongDelta(state, fieldsOf(event["delta"])),
  content_block_stop: (state, event) => {
    const wrong = otherBlock(state, event) ?? wrongStop(state);
    state.name = "between";
    state.block = null;
    return wrong;
  },
  message_delta: (state, event) => {
    state.name = "ended";
    return (
      wrongReason(state, fieldsOf(event["delta"])["stop_reason"]) ??
      wrongUsage(fieldsOf(event["usage"]))
    );
  },
  message_stop: (state) => {
    state.name = "over";
    return null;
  },
  error: (state, event) => {
    state.name = "over";
    const { type, message } = fieldsOf(event["error"]);
    return isName(type) && isName(message) ? null : "the error does not say what went wrong";
  },
};

function wrongBeginning(message: Fields): string | null {
  const { id, model, content, stop_reason: reason } = message;
  if (!isName(id)) return "the message has no id";
  if (!isName(model)) return "the message names no model";
  if (!Array.isArray(content) || content.length > 0) return "the message has content at its start";
  if (reason !== null) return "the message has a stop reason at its start";
  return wrongUsage(fieldsOf(message["usage"]));
}

function wrongUsage(usage: Fields): string | null {
  const isCounted = ["input_tokens", "output_tokens"].every((name) =>
    Number.isInteger(usage[name]),
  );
  return isCounted ? null : "the usage lacks input_tokens or output_tokens";
}

/** What is wrong with a block's start, by its type. */
const starts: Readonly<Record<string, Rule>> = {
  text: (_, block) => (block["text"] === "" ? null : "a text starts empty"),
  thinking: (_, block) => {
    const isEmpty = block["thinking"] === "" && block["signature"] === "";
    return isEmpty ? null : "a thought starts empty";
  },
  redacted_thinking: (_, block) =>
    isName(block["data"]) ? null : "a thought without words has no data",
  tool_use: ({ callIds }, { id, name, input }) => {
    if (!isName(id)) return "the call has no id";
    if (callIds.has(id)) return `the id ${id} was used before`;
    callIds.add(id);
    if (!isName(name)) return "the call names no tool";
    return emptyInput(input);
  },
  server_tool_use: (_, { input }) => emptyInput(input),
  mcp_tool_use: (_, { input }) => emptyInput(input),
};

function emptyInput(input: unknown): string | null {
  return JSON.stringify(input) === "{}" ? null : "a call starts with an empty input";
}

/** What a hosted tool has found, which comes whole. */
const isFound = (type: string) =>
  /^(?:container_upload|mcp_tool_listing|fallback|.+_tool_result)$/.test(type);

function wrongStart(state: State, type: string, block: Fields): string | null {
  if (isFound(type)) return null;
  const start = starts[type];
  return start === undefined ? `a block is of the unknown type ${type}` : start(state, block);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function otherBlock({ blocks }: State, event: Fields): string | null {
  const open = blocks - 1;
  return event["index"] === open ? null : `index is ${event["index"]}, not ${open}`;
}

/** The types of block that each delta belongs to, and the field that it carries. */
const deltas: Readonly<Record<string, { readonly blocks: RegExp; readonly field: string }>> = {
  text_delta: { blocks: /^text$/, field: "text" },
  citations_delta: { blocks: /^text$/, field: "citation" },
  input_json_delta: { blocks: /^(?:(?:server|mcp)_)?tool_use$/, field: "partial_json" },
  thinking_delta: { blocks: /^thinking$/, field: "thinking" },
  signature_delta: { blocks: /^thinking$/, field: "signature" },
};

function wrongDelta({ block }: State, delta: Fields): string | null {
  const type = String(delta["type"]);
  const known = deltas[type];
  if (known === undefined || block === null) return `${type} is no delta`;
  if (!known.blocks.test(block.type)) return `${type} in a block of type ${block.type}`;
  const piece = delta[known.field];
  if (type === "citations_delta") return isRecord(piece) ? null : "its citation is no object";
  if (typeof piece !== "string") return `its ${known.field} is no string`;
  if (block.isSigned) return `${type} after the signature of its thought`;
  if (type === "signature_delta") block.isSigned = true;
  if (type === "input_json_delta") block.json += piece;
  return null;
}

function wrongStop(state: State): string | null {
  const { block } = state;
  if (block?.type === "thinking" && !block.isSigned) return "a thought stops without its signature";
  // Whether a call may be broken off is known when the stop reason comes.
  if (block?.type === "tool_use") state.isBroken = !isObject(block.json);
  else if (block?.type.endsWith("_tool_use") && !isObject(block.json))
    return "the input of a hosted tool's call is no JSON object";
  return null;
}

function wrongReason({ isBroken, callIds }: State, reason: unknown): string | null {
  if (typeof reason !== "string") return "the stop reason is missing";
  if (isBroken && reason !== "max_tokens" && reason !== "refusal")
    return `the arguments of a call are no JSON object, and the stop reason is ${reason}`;
  if (reason === "tool_use" && callIds.size === 0)
    return "the stop reason is tool_use without a call";
  if (callIds.size > 0 && (reason === "end_turn" || reason === "stop_sequence"))
    return `the stop reason is ${reason}, and there are calls`;
  return null;
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

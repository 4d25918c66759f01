/** What the automaton in chat-order.ts knows of the answer so far, and the rules for its pieces. */
import { type Fields, fieldsOf, isJson } from "./stream-order-progress.ts";

interface OpenThought {
  readonly type: unknown;
  isSigned: boolean;
}

export interface ChatProgress {
  /** How many calls have begun. */
  calls: number;
  readonly callIds: Set<unknown>;
  /** The arguments of the last call so far, or its text. */
  arguments: string;
  /** Whether the last call is one of a custom tool: its text has no form. */
  isCustom: boolean;
  /** The entry of `reasoning_details` that each index has. */
  readonly thoughts: OpenThought[];
  /** What is wrong with the last call if no further piece of it comes; null if it is whole. */
  unfinishedCall(): string | null;
}

export function chatProgressAtStart(): ChatProgress {
  return {
    calls: 0,
    callIds: new Set(),
    arguments: "",
    isCustom: false,
    thoughts: [],
    unfinishedCall() {
      if (this.calls === 0 || this.isCustom || isJson(this.arguments)) return null;
      return `the arguments of call ${this.calls - 1} are not valid JSON`;
    },
  };
}

const fieldsOfPieces = ["content", "reasoning", "reasoning_details", "tool_calls"];

/** Takes a delta between the first and the last chunk; returns what is wrong with it, or null. */
export function takePiece(progress: ChatProgress, delta: Fields): string | null {
  const names = Object.keys(delta);
  if (names.length === 0) return "the delta is empty";
  const unknown = names.find((name) => !fieldsOfPieces.includes(name));
  if (unknown !== undefined) return `a delta has no ${unknown}`;
  if ("content" in delta) return takeText(progress, delta);
  const call = "tool_calls" in delta ? takeCall(progress, delta) : progress.unfinishedCall();
  return call ?? takeThought(progress, delta);
}

function takeText(progress: ChatProgress, delta: Fields): string | null {
  if (Object.keys(delta).length !== 1) return "a piece of text has other pieces beside it";
  if (typeof delta["content"] !== "string" || delta["content"] === "")
    return "a piece of text is empty";
  return progress.unfinishedCall();
}

function takeCall(progress: ChatProgress, delta: Fields): string | null {
  const piece = onlyEntry(delta["tool_calls"]);
  if (piece === null) return "a chunk has a piece of exactly one call";
  if ("reasoning" in delta) return "a piece of a call has the text of a thought beside it";
  return "id" in piece ? beginCall(progress, piece) : continueCall(progress, piece, delta);
}

function beginCall(progress: ChatProgress, piece: Fields): string | null {
  const { id, index } = piece;
  const unfinished = progress.unfinishedCall();
  if (unfinished !== null) return unfinished;
  if (index !== progress.calls) return `the index of a new call is ${index}, not ${progress.calls}`;
  if (typeof id !== "string" || id === "") return "a call has no id";
  if (progress.callIds.has(id)) return `the id ${id} was used before`;
  const isCustom = piece["type"] === "custom";
  const { name, text } = calledIn(piece, isCustom);
  if ((piece["type"] !== "function" && !isCustom) || typeof name !== "string" || name === "")
    return "a call begins with its type and name";
  if (text !== "") return "a call begins with empty arguments";
  progress.callIds.add(id);
  progress.calls += 1;
  progress.arguments = "";
  progress.isCustom = isCustom;
  return null;
}

function calledIn(piece: Fields, isCustom: boolean): Fields {
  const { name, arguments: json, input } = fieldsOf(piece[isCustom ? "custom" : "function"]);
  return { ...(name !== undefined && { name }), text: isCustom ? input : json };
}

function continueCall(progress: ChatProgress, piece: Fields, delta: Fields): string | null {
  if (progress.calls === 0) return "a call begins with its id";
  if (piece["index"] !== progress.calls - 1)
    return `the index of the open call is ${progress.calls - 1}, not ${piece["index"]}`;
  const called = calledIn(piece, progress.isCustom);
  const { text } = called;
  if ("type" in piece || "name" in called)
    return "only the first piece of a call has type and name";
  if ("reasoning_details" in delta) return "only the first piece of a call has a thought beside it";
  if (typeof text !== "string" || text === "") return "a piece of a call has no arguments";
  progress.arguments += text;
  return null;
}

function takeThought(progress: ChatProgress, delta: Fields): string | null {
  if (!("reasoning_details" in delta))
    return "reasoning" in delta ? "reasoning has no reasoning_details beside it" : null;
  const entry = onlyEntry(delta["reasoning_details"]);
  if (entry === null) return "a chunk has a piece of exactly one thought";
  const text = entry["type"] === "reasoning.summary" ? entry["summary"] : entry["text"];
  if (delta["reasoning"] !== text) return "reasoning is not the text of reasoning_details";
  if (
    entry["type"] === "reasoning.encrypted" &&
    "id" in entry &&
    !progress.callIds.has(entry["id"])
  )
    return "a sealed thought names a call that has not begun";
  return takeEntry(progress, entry);
}

function takeEntry({ thoughts }: ChatProgress, entry: Fields): string | null {
  const { type, index } = entry;
  if (index === thoughts.length) thoughts.push({ type, isSigned: false });
  else if ("id" in entry || "format" in entry)
    return "only the first piece of a thought has id and format";
  const open = thoughts.at(-1);
  if (open === undefined || index !== thoughts.length - 1)
    return `the index of a thought is ${index}, not ${thoughts.length}`;
  if (open.type !== type) return "a piece of a thought is of another type";
  if (open.isSigned) return "a thought goes on after its signature";
  open.isSigned = "signature" in entry || "data" in entry;
  return otherThanOne(open.isSigned, "text" in entry || "summary" in entry);
}

/** A piece is text or a signature. */
function otherThanOne(isSignature: boolean, isText: boolean): string | null {
  if (isSignature && isText) return "a signature comes in a piece of its own";
  return isSignature || isText ? null : "a thought has no text";
}

function onlyEntry(list: unknown): Fields | null {
  return Array.isArray(list) && list.length === 1 ? fieldsOf(list[0]) : null;
}

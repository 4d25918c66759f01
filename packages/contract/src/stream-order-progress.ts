/** The states of the automaton in stream-order.ts. */
export type State =
  | "start"
  | "created"
  | "between"
  | "message"
  | "part"
  | "delta"
  | "textDone"
  | "partDone"
  | "thought"
  | "paragraph"
  | "paragraphDone"
  | "call"
  | "customCall"
  | "hosted"
  | "argumentsDone"
  | "broken"
  | "ended"
  | "closing"
  | "over";

export type Fields = Readonly<Record<string, unknown>>;

export interface OpenItem {
  readonly id: unknown;
  readonly added: Fields;
  /** A message's or a thought's finished texts, else empty. */
  readonly texts: string[];
  /** The text of the open part or paragraph, or the arguments so far. */
  piece: string;
}

export interface Progress {
  readonly both: boolean;
  readonly done: Fields[];
  readonly ids: Set<unknown>;
  state: State;
  responseId: unknown;
  item: OpenItem | undefined;
  delta: unknown;
  ending: Fields;
}

export function progressAtStart(both: boolean): Progress {
  return {
    both,
    done: [],
    ids: new Set(),
    state: "start",
    responseId: undefined,
    item: undefined,
    delta: undefined,
    ending: {},
  };
}

/** Returns what is wrong, or updates the progress and returns null. */
export type Rule = (progress: Progress, event: Fields) => string | null;

/** Adds a delta to the piece of the open item. */
export function append(progress: Progress, delta: unknown): string | null {
  if (typeof delta !== "string" || progress.item === undefined) return "its delta is no string";
  progress.item.piece += delta;
  return null;
}

export function isFinished(item: Fields): boolean {
  return item["status"] === "completed" || item["status"] === "incomplete";
}

export function textsIn(parts: unknown): unknown[] {
  return Array.isArray(parts) ? parts.map((part) => fieldsOf(part)["text"]) : [];
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text));
    return typeof text === "string";
  } catch {
    return false;
  }
}

/** Equal as JSON, with the fields in any order. */
export function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null)
    return left === right;
  const [ours, theirs] = [fieldsOf(left), fieldsOf(right)];
  const names = Object.keys(ours);
  return (
    Array.isArray(left) === Array.isArray(right) &&
    names.length === Object.keys(theirs).length &&
    names.every((name) => Object.hasOwn(theirs, name) && isSame(ours[name], theirs[name]))
  );
}

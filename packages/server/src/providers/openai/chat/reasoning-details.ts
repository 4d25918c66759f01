import { type Fields, fieldsOf, isFields, listOf, textOf } from "../../../json/json-shape.ts";
import { mostCarried } from "../../conversation/messages.ts";

/**
 * The `reasoning_details` of an answer, to be sent back as they came: those of a body as they are, those of a stream
 * put together from their pieces. https://openrouter.ai/docs/guides/best-practices/reasoning-tokens
 */
export class ReasoningDetails {
  #entries: Map<string, unknown>[] = [];
  #characters = 0;

  /** `arePieces`: the text of an entry goes on in the next one of its type and index; the signature comes last. */
  add(details: readonly unknown[], arePieces: boolean): void {
    for (const detail of details) if (isFields(detail)) this.#add(detail, arePieces);
  }

  #add(detail: Fields, isPiece: boolean): void {
    this.#characters += charactersOf(detail);
    if (this.#characters > mostCarried) {
      this.#entries = [];
      return;
    }
    const last = this.#entries.at(-1);
    if (isPiece && last !== undefined && continues(last, detail)) join(last, detail);
    else this.#entries.push(new Map(Object.entries(detail)));
  }

  /** The entries since the last time as JSON; undefined where there are none, or where there were too many. */
  take(): string | undefined {
    const entries = this.#entries.map((entry) => Object.fromEntries(entry));
    this.#entries = [];
    return entries.length === 0 ? undefined : JSON.stringify(entries);
  }
}

/** What of an entry comes in pieces. */
const pieceNames: ReadonlySet<string> = new Set(["text", "summary"]);

function continues(last: ReadonlyMap<string, unknown>, next: Fields): boolean {
  const isText = next["type"] === "reasoning.text" || next["type"] === "reasoning.summary";
  const isSame = (name: string) => next[name] == null || next[name] === last.get(name);
  return isText && next["type"] === last.get("type") && isSame("index") && isSame("id");
}

function join(entry: Map<string, unknown>, piece: Fields): void {
  for (const [name, value] of Object.entries(piece)) {
    const before = entry.get(name);
    const isText = pieceNames.has(name) && typeof before === "string" && typeof value === "string";
    if (isText) entry.set(name, before + value);
    else if (value !== null) entry.set(name, value);
  }
}

function charactersOf(detail: Fields): number {
  return Object.entries(detail).reduce(
    (sum, [name, value]) => sum + name.length + (textOf(value)?.length ?? 8),
    0,
  );
}

/** Whether these hold summaries and nothing else. */
export function areSummaries(details: unknown): boolean {
  const types = listOf(details).map((detail) => fieldsOf(detail)["type"]);
  return types.length > 0 && types.every((type) => type === "reasoning.summary");
}

import { fieldsOf, isFields, listOf } from "../../json/json-shape.ts";

/** A longer array is no function's argument, and filling one up costs memory. */
const longestArray = 10_000;
/** Nor is what nests deeper, or is longer, or comes in more pieces. */
const deepest = 64;
const longestPath = 2_000;
const mostCharacters = 1024 * 1024;
const mostPieces = 100_000;

type Value = unknown[] | { [key: string]: unknown };

/**
 * Arguments that come in pieces, each with the JSON path where it belongs:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling (streaming arguments).
 */
export class PartialArguments {
  readonly #root: { [key: string]: unknown } = Object.create(null);
  #pieces = 0;
  #characters = 0;

  /** False where a piece cannot be placed. */
  add(partialArgs: unknown): boolean {
    return listOf(partialArgs).every((piece) => this.#place(fieldsOf(piece)));
  }

  toJson(): string {
    return JSON.stringify(this.#root);
  }

  /** Counts a piece and the characters that it brings; false where these are too many. */
  #affords(path: string, value: unknown): boolean {
    this.#pieces += 1;
    this.#characters += path.length + (typeof value === "string" ? value.length : 0);
    return this.#pieces <= mostPieces && this.#characters <= mostCharacters;
  }

  #place(piece: Readonly<Record<string, unknown>>): boolean {
    const written = String(piece["jsonPath"] ?? "").slice(0, longestPath);
    const path = segmentsOf(written);
    const last = path.at(-1);
    const isPlaceable = last !== undefined && path.length <= deepest;
    if (!(isPlaceable && this.#affords(written, statedValue(piece)))) return false;

    let at: Value = this.#root;
    for (const [index, segment] of path.slice(0, -1).entries()) {
      const inner = childOf(at, segment, typeof path[index + 1] === "number");
      if (inner === undefined) return false;

      at = inner;
    }
    return assign(at, last, statedValue(piece));
  }
}

function statedValue(piece: Readonly<Record<string, unknown>>): unknown {
  return piece["stringValue"] ?? piece["numberValue"] ?? piece["boolValue"] ?? null;
}

function childOf(at: Value, segment: string | number, wantsArray: boolean): Value | undefined {
  const found: unknown = read(at, segment);
  if (Array.isArray(found) || isFields(found)) return found;

  const made: Value = wantsArray ? [] : Object.create(null);
  return assign(at, segment, made) ? made : undefined;
}

function read(at: Value, segment: string | number): unknown {
  return Array.isArray(at) ? at[Number(segment)] : at[String(segment)];
}

/** A text continues the one that is there already. */
function assign(at: Value, segment: string | number, value: unknown): boolean {
  if (Array.isArray(at) !== (typeof segment === "number")) return false;

  const before = read(at, segment);
  const next = typeof before === "string" && typeof value === "string" ? before + value : value;
  if (Array.isArray(at)) {
    if (Number(segment) > Math.min(at.length, longestArray)) return false;

    at[Number(segment)] = next;
  } else at[String(segment)] = next;

  return true;
}

/** `$.operations[0]["a b"]` → operations, 0, `a b`. */
function segmentsOf(path: string): (string | number)[] {
  const found = path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/g);
  return [...found].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? single ?? double ?? "") : Number(index),
  );
}

import { fieldsOf, isFields, listOf } from "../json-shape.ts";

/** A longer array is no function's argument, and filling one up costs memory. */
const longestArray = 10_000;

type Value = unknown[] | { [key: string]: unknown };

/**
 * Arguments that come in pieces, each with the JSON path where it belongs:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling (streaming arguments).
 */
export class PartialArguments {
  readonly #root: { [key: string]: unknown } = Object.create(null);

  /** False where a piece cannot be placed. */
  add(partialArgs: unknown): boolean {
    return listOf(partialArgs).every((piece) => this.#place(fieldsOf(piece)));
  }

  toJson(): string {
    return JSON.stringify(this.#root);
  }

  #place(piece: Readonly<Record<string, unknown>>): boolean {
    const path = segmentsOf(String(piece["jsonPath"] ?? ""));
    const last = path.at(-1);
    if (last === undefined) {
      return false;
    }
    let at: Value = this.#root;
    for (const [index, segment] of path.slice(0, -1).entries()) {
      const inner = childOf(at, segment, typeof path[index + 1] === "number");
      if (inner === undefined) {
        return false;
      }
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
  if (Array.isArray(found) || isFields(found)) {
    return found;
  }
  const made: Value = wantsArray ? [] : Object.create(null);
  return assign(at, segment, made) ? made : undefined;
}

function read(at: Value, segment: string | number): unknown {
  return Array.isArray(at) ? at[Number(segment)] : at[String(segment)];
}

/** A text continues the one that is there already. */
function assign(at: Value, segment: string | number, value: unknown): boolean {
  if (Array.isArray(at) !== (typeof segment === "number")) {
    return false;
  }
  const before = read(at, segment);
  const next = typeof before === "string" && typeof value === "string" ? before + value : value;
  if (Array.isArray(at)) {
    if (Number(segment) > Math.min(at.length, longestArray)) {
      return false;
    }
    at[Number(segment)] = next;
  } else {
    at[String(segment)] = next;
  }
  return true;
}

/** `$.operations[0]["a b"]` → operations, 0, `a b`. */
function segmentsOf(path: string): (string | number)[] {
  const found = path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/g);
  return [...found].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? single ?? double ?? "") : Number(index),
  );
}

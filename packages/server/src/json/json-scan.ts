import { inTurns, type Steps } from "../in-turns.ts";

/** The kinds of bytes in JSON outside of strings. */
export const anyByte = 0;
export const quoteByte = 1;
const separatorByte = 2;
export const openingByte = 3;
export const closingByte = 4;
export const spaceByte = 5;

/** A table indexed by the byte: faster than comparing it with each character. */
export const kindOfByte = new Uint8Array(256);

const characters = {
  [quoteByte]: '"',
  [separatorByte]: ",:",
  [openingByte]: "[{",
  [closingByte]: "]}",
  [spaceByte]: " \n\r\t",
};
for (const [kind, members] of Object.entries(characters))
  for (const character of members) kindOfByte[character.charCodeAt(0)] = Number(kind);

export interface JsonLimits {
  /** Levels of nested objects and arrays. */
  readonly maxDepth: number;
  /** Number of values and names on all levels. */
  readonly maxValues: number;
}

/** The limit that a text exceeds. */
export type JsonExcess = "depth" | "values";

const quote = 0x22;
const backslash = 0x5c;

/** What each kind of byte adds to the depth, and to the count: one for each opening bracket and each separator. */
const depthSteps = stepsOf({ [openingByte]: 1, [closingByte]: -1 });
const valueSteps = stepsOf({ [openingByte]: 1, [separatorByte]: 1 });

function stepsOf(steps: Readonly<Record<number, number>>): Int8Array {
  return Int8Array.from({ length: 8 }, (_, kind) => steps[kind] ?? 0);
}

/** About a millisecond of work, byte by byte. */
const bytesPerTurn = 1024 * 1024;
/** This many bytes are compared here before `indexOf`, which is fast but slow to start. */
const bytesBeforeSearch = 32;

/**
 * The limit that a JSON text exceeds, or null. Scans the bytes before they are parsed: the cost of parsing grows with
 * the number of values and names, and twenty million brackets are 20 MB as text and 1 GB as arrays. Reads each byte
 * once, in turns. Does not check the rest of the grammar.
 */
export function scanJson(
  json: Buffer,
  limits: JsonLimits,
): JsonExcess | null | Promise<JsonExcess | null> {
  return inTurns(new JsonScan(json, limits));
}

/** The same in one turn, for a small text. */
export function scanSmallJson(json: string, limits: JsonLimits): JsonExcess | null {
  const scan = new JsonScan(Buffer.from(json), limits);
  for (;;) {
    const step = scan.next();
    if (step.done === true) return step.value;
  }
}

const notYet = { done: false, value: undefined } as const;

/** The same for callers that need the count. Not a generator, because nearly all texts are small. */
export class JsonScan implements Steps<JsonExcess | null> {
  readonly #json: Buffer;
  readonly #limits: JsonLimits;
  #position = 0;
  #depth = 0;
  #values = 0;
  #isInString = false;

  constructor(json: Buffer, limits: JsonLimits) {
    this.#json = json;
    this.#limits = limits;
  }

  /** The number of values and names found so far. */
  get values(): number {
    return this.#values;
  }

  next(): IteratorResult<undefined, JsonExcess | null> {
    const end = Math.min(this.#position + bytesPerTurn, this.#json.length);
    while (this.#position < end) {
      const excess = this.#isInString ? this.#passText() : this.#passValues(end);
      if (excess !== null) return { done: true, value: excess };
    }
    return this.#position < this.#json.length ? notYet : { done: true, value: null };
  }

  /** Scans up to the next string. */
  #passValues(end: number): JsonExcess | null {
    const json = this.#json;
    const { maxDepth, maxValues } = this.#limits;
    let at = this.#position;
    for (let kind = anyByte; at < end && kind !== quoteByte; at += 1) {
      kind = kindOfByte[json[at] ?? 0] ?? anyByte;
      this.#depth += depthSteps[kind] ?? 0;
      this.#values += valueSteps[kind] ?? 0;
      if (this.#depth > maxDepth) return "depth";
    }
    this.#isInString = kindOfByte[json[at - 1] ?? 0] === quoteByte;
    this.#position = at;
    return this.#values > maxValues ? "values" : null;
  }

  /** Scans a part of a string: the first bytes here, then by `indexOf` to the next quote that may close it. */
  #passText(): null {
    const json = this.#json;
    const near = Math.min(this.#position + bytesBeforeSearch, json.length);
    let at = this.#position;
    while (at < near) {
      const byte = json[at];
      if (byte === quote) return this.#endText(at);
      at += byte === backslash ? 2 : 1;
    }
    const found = json.indexOf(quote, at);
    if (found === -1) {
      this.#position = json.length;
      return null;
    }
    if (!isEscaped(json, found, at)) return this.#endText(found);
    this.#position = found + 1;
    return null;
  }

  #endText(at: number): null {
    this.#position = at + 1;
    this.#isInString = false;
    return null;
  }
}

/** Counts the backslashes before `at`, none of which lies before `start`. */
function isEscaped(json: Buffer, at: number, start: number): boolean {
  let first = at;
  while (first > start && json[first - 1] === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

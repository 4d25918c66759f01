import { inTurns, type Steps } from "../in-turns.ts";
import { base64Dimensions, base64Int8, base64Of } from "./base64-floats.ts";
import { JsonCursor } from "./json-cursor.ts";
import type { Encoding, Vector } from "./vector.ts";
import { MalformedJson } from "./vector.ts";

export { MalformedJson };

/** Where a dialect keeps its vectors. */
export interface VectorPlaces {
  /** The keys that lead to the list of vectors, which may also come sooner: `["data"]`, `["embeddings", "float"]`. */
  readonly list: readonly string[];
  /** The key of the vector, where the members of the list are objects. */
  readonly vector: string;
  /** The key of the one vector of a reply that has no list. */
  readonly single?: string;
  /** Its base64 holds signed bytes, which are whole numbers from -128 to 127, and not float32. */
  readonly int8?: boolean;
}

export const openAiPlaces: VectorPlaces = { list: ["data"], vector: "embedding" };

export interface ScannedVectors {
  /** In the order of their `index`, where they have one; undefined without a list. */
  readonly vectors: readonly Vector[] | undefined;
  /** All other members of the reply, parsed: `usage`, `error`, `meta`, … */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** A reply this large is read in turns with other work. */
const bytesPerTurn = 1024 * 1024;
/** As many as may be asked for at once; and no object beside them has so many members. */
const mostVectors = 2048;
const mostMembers = 1000;

/**
 * Reads a reply of embeddings for a caller who wants `encoding`. For `float`, decimals are not turned into numbers: their
 * grammar is checked and their bytes are passed on, in the pieces in which they came. For `base64` they are read on the way.
 * Throws MalformedJson for anything that is no reply of vectors.
 */
export function scanVectors(
  pieces: readonly Uint8Array[],
  encoding: Encoding,
  places: VectorPlaces = openAiPlaces,
): ScannedVectors | Promise<ScannedVectors> {
  return inTurns(new VectorScan(pieces, encoding, places));
}

interface Indexed {
  readonly index: number | undefined;
  readonly vector: Vector;
}

/** Not a generator: most replies are small, and resuming a generator would cost as much as reading them. */
class VectorScan implements Steps<ScannedVectors> {
  readonly #cursor: JsonCursor;
  readonly #encoding: Encoding;
  readonly #places: VectorPlaces;
  readonly #rest: Record<string, unknown> = {};
  #found: Indexed[] | undefined;
  /** How many objects on the way to the list it is in, the outermost one not counted. */
  #depth = 0;
  #isInList = false;
  #isFirst = true;
  #members = 0;
  #turnStart = 0;
  /** Of one vector after the other: a vector's values are base64 before the next one is read. */
  #room: Float32Array = new Float32Array();

  constructor(pieces: readonly Uint8Array[], encoding: Encoding, places: VectorPlaces) {
    this.#cursor = new JsonCursor(pieces);
    this.#encoding = encoding;
    this.#places = places;
    this.#cursor.open("{");
  }

  next(): IteratorResult<undefined, ScannedVectors> {
    for (;;) {
      if (this.#isInList && !this.#readList()) return { done: false, value: undefined };

      const key = this.#nextKey();
      if (key !== undefined) {
        this.#countMember();
        this.#member(key);
      } else if (this.#depth > 0) this.#depth -= 1;
      else {
        this.#cursor.end();
        return { done: true, value: this.#result() };
      }
    }
  }

  #countMember(): void {
    this.#members += 1;
    if (this.#members > mostMembers) throw new MalformedJson("an object with too many members");
  }

  #result(): ScannedVectors {
    return {
      vectors: this.#found === undefined ? undefined : inOrder(this.#found),
      rest: this.#rest,
    };
  }

  #nextKey(): string | undefined {
    const key = this.#isFirst ? this.#cursor.firstKey() : this.#cursor.nextKey();
    this.#isFirst = false;
    return key;
  }

  /** Of an object on the way to the list; only the outermost one's other members are kept. */
  #member(key: string): void {
    const cursor = this.#cursor;
    const isOnTheWay = key === this.#places.list[this.#depth];
    const isLast = this.#depth === this.#places.list.length - 1;
    if (isOnTheWay && cursor.isAt("[")) {
      cursor.open("[");
      this.#isFirst = true;
      this.#isInList = true;
      this.#found = [];
    } else if (isOnTheWay && !isLast && cursor.isAt("{")) {
      cursor.open("{");
      this.#isFirst = true;
      this.#depth += 1;
    } else this.#other(key, this.#depth);
  }

  #other(key: string, depth: number): void {
    const cursor = this.#cursor;
    if (depth > 0) cursor.value();
    else if (key === this.#places.single && cursor.isAt("["))
      this.#found = [{ index: undefined, vector: this.#vector() }];
    else this.#rest[key] = cursor.value();
  }

  /** Returns false where it yields to other work before its end. */
  #readList(): boolean {
    const cursor = this.#cursor;
    const found = this.#found ?? [];
    while (this.#isFirst ? cursor.firstItem() : cursor.nextItem()) {
      this.#isFirst = false;
      found.push(
        cursor.isAt("{") ? this.#vectorIn() : { index: undefined, vector: this.#vector() },
      );
      if (found.length > mostVectors) throw new MalformedJson("more vectors than may be asked for");

      if (cursor.passed - this.#turnStart > bytesPerTurn) {
        this.#turnStart = cursor.passed;
        return false;
      }
    }
    this.#isFirst = false;
    this.#isInList = false;
    return true;
  }

  #vectorIn(): Indexed {
    const cursor = this.#cursor;
    let index: number | undefined;
    let vector: Vector | undefined;
    this.#members = 0;
    cursor.open("{");
    for (let key = cursor.firstKey(); key !== undefined; key = cursor.nextKey()) {
      this.#countMember();
      if (key === this.#places.vector && vector === undefined) vector = this.#vector();
      else if (key === "index") index = indexOf(cursor.value());
      else cursor.value();
    }
    if (vector === undefined) throw new MalformedJson("a member without a vector");

    return { index, vector };
  }

  #vector(): Vector {
    const cursor = this.#cursor;
    if (cursor.isAt('"')) return base64Vector(cursor.base64(), this.#places.int8 ?? false);

    if (this.#encoding === "float") {
      const { pieces, count } = cursor.numbers();
      return { format: "decimal", pieces, dimensions: count };
    }
    const values = cursor.floats(this.#room);
    this.#room = values.length > this.#room.length ? values : this.#room;
    return { format: "base64", pieces: [base64Of(values)], dimensions: values.length };
  }
}

function base64Vector(pieces: readonly Uint8Array[], isInt8: boolean): Vector {
  if (!isInt8) return { format: "base64", pieces, dimensions: base64Dimensions(pieces) };

  const values = base64Int8(pieces);
  return { format: "floats", values, dimensions: values.length };
}

function indexOf(value: unknown): number | undefined {
  if (value === null) return undefined;

  if (typeof value !== "number" || !Number.isInteger(value) || value < 0)
    throw new MalformedJson("an index that is none");

  return value;
}

/** Either no member has an index, or each has its own and none is left out. */
function inOrder(found: readonly Indexed[]): readonly Vector[] {
  if (found.every(({ index }) => index === undefined)) return found.map(({ vector }) => vector);

  const vectors = new Array<Vector | undefined>(found.length).fill(undefined);
  for (const { index, vector } of found) {
    if (index === undefined || index >= found.length || vectors[index] !== undefined)
      throw new MalformedJson("an index that is missing, repeated or out of range");

    vectors[index] = vector;
  }
  return vectors.filter((vector) => vector !== undefined);
}

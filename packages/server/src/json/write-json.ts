import { weightOf } from "@portico/core/json/weight";
import { inTurns, TimeSlice } from "../in-turns.ts";

/** Weight that is written at once: some milliseconds for any content. */
const pieceWeight = 128 * 1024;

/** Writes a value as JSON. A large one is written in turns and returned as bytes. */
export function writeJson(value: object): string | Promise<Uint8Array> {
  if (weightOf(value, pieceWeight) <= pieceWeight) return JSON.stringify(value);
  return Promise.resolve(inTurns(new PieceWriter().whole(value)));
}

type Writing<Value = void> = Generator<undefined, Value, undefined>;

/** Writes small values with JSON.stringify, and large ones member by member. */
class PieceWriter {
  readonly #turn = new TimeSlice();
  readonly #bytes: Buffer[] = [];
  #text = "";

  *whole(value: unknown): Writing<Uint8Array> {
    yield* this.#value(value);
    this.#flush();
    return yield* this.#joined();
  }

  *#joined(): Writing<Uint8Array> {
    const whole = Buffer.allocUnsafe(this.#bytes.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of this.#bytes) {
      at += piece.copy(whole, at);
      yield* this.#pause();
    }
    return whole;
  }

  *#pause(): Writing {
    if (!this.#turn.isOver) return;
    yield;
    this.#turn.begin();
  }

  *#value(value: unknown): Writing {
    if (typeof value === "string" && value.length > pieceWeight) yield* this.#longText(value);
    else if (!isContainer(value) || weightOf(value, pieceWeight) <= pieceWeight)
      // JSON.stringify writes null for a value that an array cannot hold.
      yield* this.#add(JSON.stringify(value) ?? "null");
    else if (Array.isArray(value)) yield* this.#list(value);
    else yield* this.#object(value);
  }

  *#list(values: readonly unknown[]): Writing {
    let separator = "[";
    for (const value of values) {
      this.#text += separator;
      separator = ",";
      yield* this.#value(value);
    }
    this.#text += separator === "[" ? "[]" : "]";
  }

  *#object(fields: object): Writing {
    let separator = "{";
    for (const name of Object.keys(fields)) {
      const value: unknown = Reflect.get(fields, name);
      if (value === undefined) continue;
      this.#text += `${separator}${JSON.stringify(name)}:`;
      separator = ",";
      yield* this.#value(value);
    }
    this.#text += separator === "{" ? "{}" : "}";
  }

  *#longText(text: string): Writing {
    this.#text += '"';
    for (let start = 0; start < text.length; ) {
      const end = endOfPiece(text, start);
      yield* this.#add(JSON.stringify(text.slice(start, end)).slice(1, -1));
      start = end;
    }
    this.#text += '"';
  }

  *#add(text: string): Writing {
    this.#text += text;
    if (this.#text.length > pieceWeight) this.#flush();
    yield* this.#pause();
  }

  #flush(): void {
    this.#bytes.push(Buffer.from(this.#text));
    this.#text = "";
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The end of a piece, never between the two halves of a surrogate pair: each half would be written as an escape. */
function endOfPiece(text: string, start: number): number {
  const end = start + pieceWeight;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

import { concatChunks } from "../json/concat-chunks.ts";
import { passPlainString, passString, takeShortString } from "./json-string.ts";
import { endOfNumberBytes, isNumberByte, takeShortNumber } from "./number-grammar.ts";
import { passNumbers, readNumbers } from "./number-list.ts";
import { PiecesInHand } from "./pieces-in-hand.ts";
import { MalformedJson } from "./vector.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });
const anythingButAscii = /[\x80-\xff]/;

/** Short bytes are mostly ASCII and are read here, because a call of the decoder would cost more. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  return anythingButAscii.test(text) ? decoder.decode(bytes) : text;
}

function parse(json: Buffer | string): unknown {
  try {
    return JSON.parse(typeof json === "string" ? json : textOf(json));
  } catch (cause) {
    throw new MalformedJson("something that is not JSON", { cause });
  }
}

const quote = 0x22;
const comma = 0x2c;
const closeBracket = 0x5d;

const maxDepth = 64;
/** The longest value, far larger than any vector or other member. */
const longestValue = 4 * 1024 * 1024;
const mostPieces = 500_000;
const longestKey = 64 * 1024;
/** A byte order mark is not JSON, but some proxies add one. */
const mark = Buffer.of(0xef, 0xbb, 0xbf);

/**
 * Walks over JSON as bytes, so that long lists of numbers are checked without being parsed. All other values are
 * parsed, needed or not, so that invalid JSON is refused. The bytes stay in the pieces in which they arrived; the
 * cursor reads one piece at a time.
 */
export class JsonCursor {
  readonly #hand: PiecesInHand;

  constructor(pieces: readonly Uint8Array[]) {
    const hand = new PiecesInHand(pieces);
    while (hand.bytes.length < mark.length && hand.readOn()) {
      // The mark may be cut as well.
    }
    if (hand.bytes[0] === mark[0] && hand.bytes.subarray(0, mark.length).equals(mark))
      hand.position = mark.length;

    this.#hand = hand;
  }

  /** The number of passed bytes. */
  get passed(): number {
    return this.#hand.passed;
  }

  isAt(character: "{" | "[" | '"'): boolean {
    return this.#hand.next() === character.charCodeAt(0);
  }

  open(character: "{" | "["): void {
    this.#expect(character.charCodeAt(0));
  }

  /** Only white space may be left. */
  end(): void {
    if (!Number.isNaN(this.#hand.next())) throw new MalformedJson("something after the end");
  }

  /** After `{`: the first key, or undefined at `}`. */
  firstKey(): string | undefined {
    return this.#passes(0x7d) ? undefined : this.#key();
  }

  /** After a member: the next key, or undefined at `}`. */
  nextKey(): string | undefined {
    if (this.#passes(0x7d)) return undefined;

    this.#expect(comma);
    return this.#key();
  }

  /** After `[`: whether there is an item. */
  firstItem(): boolean {
    return !this.#passes(closeBracket);
  }

  /** After an item: whether there is another. */
  nextItem(): boolean {
    if (this.#passes(closeBracket)) return false;

    this.#expect(comma);
    return true;
  }

  /** A value of any kind, parsed. */
  value(): unknown {
    const byte = this.#hand.next();
    const short = byte === quote ? takeShortString(this.#hand) : takeShortNumber(this.#hand);
    if (short !== undefined) return short;

    this.#hand.record();
    this.#skip();
    return parse(concatChunks(this.#hand.takeRecord()));
  }

  #skip(): void {
    let depth = 0;
    const start = this.passed;
    let pieces = 0;
    do {
      depth += this.#skipPiece();
      pieces += 1;
      this.#refuseLong(start, pieces);
    } while (depth > 0 && depth <= maxDepth);
    if (depth !== 0) throw new MalformedJson("brackets that do not match");
  }

  /** Passes a bracket, a text, or the bytes between them; returns the change of depth. */
  #skipPiece(): number {
    const byte = this.#hand.next();
    if (byte === quote) {
      passString(this.#hand, longestValue);
      return 0;
    }
    const step = stepOf(byte);
    if (step === 0) this.#scalar(byte);
    else this.#hand.position += 1;

    return step;
  }

  #refuseLong(start: number, pieces = 0): void {
    if (this.passed - start > longestValue || pieces > mostPieces)
      throw new MalformedJson("a value that is too long");
  }

  /** The characters of a base64 string, whose alphabet is checked by the decoder. */
  base64(): readonly Uint8Array[] {
    this.#hand.next();
    return passPlainString(this.#hand, longestValue);
  }

  /** An array of numbers only: its bytes and its length. */
  numbers(): { pieces: readonly Uint8Array[]; count: number } {
    return passNumbers(this, this.#hand);
  }

  /** The same, but its numbers as float32: in `room`, or in more room where that is too small. */
  floats(room: Float32Array): Float32Array {
    return readNumbers(this, this.#hand, room);
  }

  /** Passes this byte where it comes next. */
  #passes(byte: number): boolean {
    const isNext = this.#hand.next() === byte;
    if (isNext) this.#hand.position += 1;

    return isNext;
  }

  #expect(byte: number): void {
    if (!this.#passes(byte))
      throw new MalformedJson(`no ${String.fromCharCode(byte)} at byte ${this.passed}`);
  }

  #key(): string {
    this.#hand.next();
    const short = takeShortString(this.#hand);
    if (short !== undefined) {
      this.#expect(0x3a);
      return short;
    }
    const length = passString(this.#hand, longestKey);
    const end = this.#hand.position - 1;
    const key = this.#hand.bytes.toString("latin1", end + 2 - length, end);
    this.#expect(0x3a);
    if (!plainKey.test(key))
      // Not a wanted key, but it must be a key.
      parse(`"${key}"`);

    return key;
  }

  /** A number, a literal or the punctuation between members, up to its end. */
  #scalar(byte: number): void {
    if (byte === comma || byte === 0x3a) {
      this.#hand.position += 1;
      return;
    }
    if (!isNumberByte(byte)) throw new MalformedJson(`nothing to read at byte ${this.passed}`);

    do this.#hand.position = endOfNumberBytes(this.#hand.bytes, this.#hand.position);
    while (this.#hand.position === this.#hand.bytes.length && this.#hand.readOn());
  }
}

const plainKey = /^[\w.:-]*$/;

function stepOf(byte: number): number {
  if (byte === 0x7b || byte === 0x5b) return 1;

  return byte === 0x7d || byte === closeBracket ? -1 : 0;
}

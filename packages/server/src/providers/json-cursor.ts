import { endOfNumber } from "./number-grammar.ts";

/** The bytes are not the JSON that was expected. */
export class MalformedJson extends Error {
  override readonly name = "MalformedJson";
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const closeBracket = 0x5d;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;

const maxDepth = 64;
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Walks over JSON as bytes, so that long lists of numbers are checked and not read. All else is
 * parsed, whether or not it is wanted: what is no JSON shall not pass.
 */
export class JsonCursor {
  readonly #bytes: Buffer;
  position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // A byte order mark is not JSON, but some proxies add one.
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      this.position = 3;
    }
  }

  isAt(character: "{" | "[" | '"'): boolean {
    return this.#next() === character.charCodeAt(0);
  }

  open(character: "{" | "["): void {
    this.#expect(character.charCodeAt(0));
  }

  /** Nothing but white space may be left. */
  end(): void {
    if (!Number.isNaN(this.#next())) {
      throw new MalformedJson("something after the end");
    }
  }

  /** After `{`: the first key, or undefined at `}`. */
  firstKey(): string | undefined {
    if (this.#next() === 0x7d) {
      this.position += 1;
      return undefined;
    }
    return this.#key();
  }

  /** After a member: the next key, or undefined at `}`. */
  nextKey(): string | undefined {
    if (this.#next() === 0x7d) {
      this.position += 1;
      return undefined;
    }
    this.#expect(comma);
    return this.#key();
  }

  /** After `[`: whether there is an item. */
  firstItem(): boolean {
    if (this.#next() === closeBracket) {
      this.position += 1;
      return false;
    }
    return true;
  }

  /** After an item: whether there is another. */
  nextItem(): boolean {
    if (this.#next() === closeBracket) {
      this.position += 1;
      return false;
    }
    this.#expect(comma);
    return true;
  }

  /** A value of any kind, parsed. */
  value(): unknown {
    this.#next();
    const start = this.position;
    this.#skip();
    return parse(this.#bytes.subarray(start, this.position));
  }

  #skip(): void {
    let depth = 0;
    do {
      const byte = this.#next();
      if (byte === quote) {
        this.#string();
      } else if (byte === 0x7b || byte === 0x5b) {
        depth += 1;
        this.position += 1;
      } else if (byte === 0x7d || byte === closeBracket) {
        depth -= 1;
        this.position += 1;
      } else {
        this.#scalar();
      }
    } while (depth > 0 && depth <= maxDepth);
    if (depth !== 0) {
      throw new MalformedJson("brackets that do not match");
    }
  }

  /** The characters of a base64 string, whose alphabet is checked by who decodes it. */
  base64(): Uint8Array {
    const start = this.position + 1;
    const end = this.#bytes.indexOf(quote, start);
    if (end === -1) {
      throw new MalformedJson("a string without an end");
    }
    this.position = end + 1;
    return this.#bytes.subarray(start, end);
  }

  /** An array of numbers and nothing else: its bytes, and how many there are. */
  numbers(): { bytes: Uint8Array; count: number } {
    this.#expect(0x5b);
    const bytes = this.#bytes;
    const start = this.position - 1;
    let count = 0;
    for (let more = this.firstItem(); more; more = this.nextItem()) {
      this.#next();
      let at = this.position;
      let end = endOfNumber(bytes, at);
      count += 1;
      // The common case has no white space: from number to number by the commas.
      while (end !== -1 && bytes[end] === comma && isNumberStart(bytes[end + 1])) {
        at = end + 1;
        end = endOfNumber(bytes, at);
        count += 1;
      }
      if (end === -1) {
        throw new MalformedJson(`no number at byte ${at}`);
      }
      this.position = end;
    }
    return { bytes: bytes.subarray(start, this.position), count };
  }

  /** The next byte that is not white space; NaN at the end. */
  #next(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.position];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      this.position += 1;
      byte = bytes[this.position];
    }
    return byte ?? Number.NaN;
  }

  #expect(byte: number): void {
    if (this.#next() !== byte) {
      throw new MalformedJson(`no ${String.fromCharCode(byte)} at byte ${this.position}`);
    }
    this.position += 1;
  }

  #key(): string {
    this.#next();
    const start = this.position;
    this.#string();
    const key = this.#bytes.toString("latin1", start + 1, this.position - 1);
    this.#expect(0x3a);
    if (!plainKey.test(key)) {
      // Nothing that is looked for; but it has to be a key.
      parse(`"${key}"`);
    }
    return key;
  }

  #string(): void {
    if (this.#bytes[this.position] !== quote) {
      throw new MalformedJson(`no string at byte ${this.position}`);
    }
    for (let from = this.position + 1; ; ) {
      const end = this.#bytes.indexOf(quote, from);
      if (end === -1) {
        throw new MalformedJson("a string without an end");
      }
      from = end + 1;
      if (!this.#isEscaped(end)) {
        this.position = from;
        return;
      }
    }
  }

  #isEscaped(at: number): boolean {
    let before = at;
    while (this.#bytes[before - 1] === backslash) {
      before -= 1;
    }
    return (at - before) % 2 === 1;
  }

  /** A number or a literal, or the punctuation between members: up to what ends it. */
  #scalar(): void {
    const start = this.position;
    const byte = this.#bytes[start];
    if (byte === comma || byte === 0x3a) {
      this.position += 1;
      return;
    }
    while (isPlain(this.#bytes[this.position])) {
      this.position += 1;
    }
    if (this.position === start) {
      throw new MalformedJson(`nothing to read at byte ${start}`);
    }
  }
}

const plainKey = /^[\w.:-]*$/;

function parse(json: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof json === "string" ? json : decoder.decode(json));
  } catch (cause) {
    throw malformedValue(cause);
  }
}

function malformedValue(cause: unknown): MalformedJson {
  return new MalformedJson("something that is not JSON", { cause });
}

function isNumberStart(byte = 0): boolean {
  return byte === minus || (byte >= zero && byte <= 0x39);
}

function isPlain(byte = 0): boolean {
  return (
    (byte >= zero && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === dot ||
    byte === minus ||
    byte === 0x2b ||
    byte === 0x45
  );
}

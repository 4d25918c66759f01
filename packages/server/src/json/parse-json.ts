import { inTurns, TimeSlice } from "../in-turns.ts";
import { type GrowingContainer, GrowingList, GrowingObject } from "./growing-container.ts";
import { closingByte, kindOfByte, openingByte, quoteByte, spaceByte } from "./json-scan.ts";
import { NotJson, parsed } from "./not-json.ts";

/** Bytes that are parsed at once: some milliseconds for any content. */
const pieceBytes = 64 * 1024;

/**
 * Parses JSON; a large text in turns. The caller has checked its depth and size (json-scan.ts), and that its
 * bytes are UTF-8. Throws NotJson.
 */
export function parseJson(json: Buffer): unknown {
  if (json.length <= 2 * pieceBytes) return parsed(json.toString("utf8"));
  return inTurns(new PieceParser(json).whole());
}

type Parsing<Value> = Generator<undefined, Value, undefined>;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const openBrace = 0x7b;

/**
 * Cuts a large text into pieces for JSON.parse: small neighbours are parsed together, large members are cut
 * further. JSON.parse checks the grammar of the pieces; this class checks the grammar between them.
 */
class PieceParser {
  readonly #json: Buffer;
  readonly #turn = new TimeSlice();
  #at = 0;

  constructor(json: Buffer) {
    this.#json = json;
  }

  *whole(): Parsing<unknown> {
    const value = yield* this.#large();
    yield* this.#passSpace();
    if (this.#at < this.#json.length) throw new NotJson(this.#at);
    return value;
  }

  *#pause(): Parsing<void> {
    if (!this.#turn.isOver) return;
    yield;
    this.#turn.begin();
  }

  /** A value of any size. */
  *#large(): Parsing<unknown> {
    yield* this.#passSpace();
    const first = this.#json[this.#at];
    if (first === quote) return yield* this.#text();
    if (first !== openBracket && first !== openBrace) return this.#scalar();
    this.#at += 1;
    return yield* this.#members(first === openBrace ? new GrowingObject() : new GrowingList());
  }

  *#members(container: GrowingContainer): Parsing<unknown> {
    let run = this.#at;
    for (let isFirst = true; ; isFirst = false) {
      yield* this.#pause();
      const start = this.#at;
      const end = this.#endOfMember(start);
      if (end === -1) {
        if (start > run) this.#addRun(container, run, start - 1);
        yield* this.#largeMember(container);
        run = this.#at + 1;
      } else {
        this.#at = end;
        const isEmpty = isFirst && isBlank(this.#json, start, end);
        run = isEmpty ? run : this.#goOn(container, run);
      }
      if (this.#ends(container)) return container.value;
    }
  }

  /** Gathers small members until they fill a piece. Returns where the members that are not parsed yet begin. */
  #goOn(container: GrowingContainer, run: number): number {
    const end = this.#at;
    if (this.#json[end] === comma && end - run <= pieceBytes) return run;
    this.#addRun(container, run, end);
    return end + 1;
  }

  #ends(container: GrowingContainer): boolean {
    const byte = this.#json[this.#at];
    if (byte !== container.closing && byte !== comma) throw new NotJson(this.#at);
    this.#at += 1;
    return byte === container.closing;
  }

  #addRun(container: GrowingContainer, start: number, end: number): void {
    // JSON.parse would read `[` + blanks + `]` as an empty array.
    if (isBlank(this.#json, start, end)) throw new NotJson(end);
    container.addText(this.#json.toString("utf8", start, end), start);
  }

  /** Stops at the byte after the member. */
  *#largeMember(container: GrowingContainer): Parsing<void> {
    const name = container.hasNames ? yield* this.#name() : "";
    container.add(name, yield* this.#large());
    yield* this.#passSpace();
  }

  *#name(): Parsing<string> {
    yield* this.#passSpace();
    const name = yield* this.#text();
    yield* this.#passSpace();
    if (this.#json[this.#at] !== colon) throw new NotJson(this.#at);
    this.#at += 1;
    return name;
  }

  *#text(): Parsing<string> {
    if (this.#json[this.#at] !== quote) throw new NotJson(this.#at);
    this.#at += 1;
    const pieces: string[] = [];
    for (let isOver = false; !isOver; ) {
      yield* this.#pause();
      const start = this.#at;
      const end = this.#endOfTextPiece(start);
      isOver = this.#json[end] === quote;
      const text = parsed(`"${this.#json.toString("utf8", start, end)}"`, start - 1);
      pieces.push(String(text));
      this.#at = isOver ? end + 1 : end;
    }
    return pieces.join("");
  }

  /** A number or a literal. A real one is never as long as a piece. */
  #scalar(): unknown {
    const start = this.#at;
    const end = this.#endOfMember(start);
    const last = end === -1 ? endOfWord(this.#json, start, start + pieceBytes) : end;
    this.#at = last;
    return parsed(this.#json.toString("utf8", start, last), start);
  }

  *#passSpace(): Parsing<void> {
    for (let end = this.#at + pieceBytes; ; end += pieceBytes) {
      while (this.#at < end && isSpace(this.#json[this.#at])) this.#at += 1;
      if (this.#at < end) return;
      yield* this.#pause();
    }
  }

  /** The position of the comma or bracket that ends the member which begins here; -1 if it is far away. */
  #endOfMember(start: number): number {
    const json = this.#json;
    const end = Math.min(start + pieceBytes, json.length);
    let depth = 0;
    for (let at = start; at < end; at += 1) {
      const kind = kindOfByte[json[at] ?? 0];
      if (depth === 0 && (kind === closingByte || json[at] === comma)) return at;
      if (kind === quoteByte) at = endOfText(json, at + 1, end);
      if (kind === openingByte) depth += 1;
      if (kind === closingByte) depth -= 1;
    }
    return -1;
  }

  /** The end of the string or of a piece of it; a piece cuts neither a character nor an escape. */
  #endOfTextPiece(start: number): number {
    const json = this.#json;
    const limit = start + pieceBytes;
    let at = start;
    while (at < limit && at < json.length) {
      const byte = json[at] ?? 0;
      if (byte === quote) return at;
      at += byte === backslash ? escapeBytes(json[at + 1]) : 1;
    }
    if (at >= json.length) throw new NotJson(json.length);
    while (isWithinCharacter(json[at])) at += 1;
    return at;
  }
}

/** `\n` or `\u000a`. */
function escapeBytes(letter: number | undefined): number {
  return letter === 0x75 ? 6 : 2;
}

function isWithinCharacter(byte = 0): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

/** The index of the quote that closes a string; `end` if there is none before it. */
function endOfText(json: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

function endOfWord(json: Buffer, start: number, limit: number): number {
  let at = start;
  while (at < limit && json[at] !== undefined && !isSpace(json[at])) at += 1;
  return at;
}

function isBlank(json: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && isSpace(json[at])) at += 1;
  return at >= end;
}

function isSpace(byte = 0): boolean {
  return kindOfByte[byte] === spaceByte;
}

/**
 * Bytes that arrive in pieces, of which one is in hand at a time. A token that is read lies in it as a whole and is
 * copied only where the token was cut.
 */
export class PiecesInHand {
  /** The piece in hand, or the end of one joined to the next. */
  bytes: Buffer;
  view: DataView;
  /** In the piece in hand: all before it has been passed. */
  position = 0;
  readonly #pieces: Uint8Array[];
  #nextPiece = 0;
  /** The number of bytes before the piece in hand. */
  #before = 0;
  /** The begin of the record in the piece in hand, and its part in earlier pieces. */
  #recordStart = -1;
  #recorded: Buffer[] = [];

  constructor(pieces: readonly Uint8Array[]) {
    const [first = noBytes, ...others] = pieces;
    this.bytes = bufferOf(first);
    this.view = viewOf(first);
    this.#pieces = others;
  }

  /** How many bytes have been passed in all. */
  get passed(): number {
    return this.#before + this.position;
  }

  /** The next byte that is not white space, which is passed; NaN at the end. */
  next(): number {
    for (;;) {
      this.position = endOfSpace(this.bytes, this.position);
      const byte = this.bytes[this.position];
      if (byte !== undefined) return byte;

      if (!this.readOn()) return Number.NaN;
    }
  }

  /** Takes the next piece in hand, behind the unpassed bytes; false where there is none. */
  readOn(): boolean {
    const left = this.bytes.subarray(this.position);
    const parts: Uint8Array[] = [left];
    // At least as much as is copied, so that many small pieces do not make it slow.
    for (let bytes = 0; bytes <= left.length; ) {
      const next = this.#pieces[this.#nextPiece];
      if (next === undefined) break;

      this.#nextPiece += 1;
      bytes += next.length;
      parts.push(next);
    }
    return this.#take(parts);
  }

  /**
   * The same, but takes only as much of the next pieces as continues the unpassed bytes, so that a few bytes are copied
   * and not all. `endOf` finds the end of that part in a piece.
   */
  readOnUntil(endOf: (piece: Uint8Array, start: number) => number): boolean {
    const parts: Uint8Array[] = [this.bytes.subarray(this.position)];
    for (let isCut = true; isCut; ) {
      const next = this.#pieces[this.#nextPiece];
      if (next === undefined) break;

      const end = endOf(next, 0);
      isCut = end === next.length;
      if (isCut) this.#nextPiece += 1;
      else this.#pieces[this.#nextPiece] = next.subarray(end);

      parts.push(next.subarray(0, end));
    }
    return this.#take(parts);
  }

  /** Starts a record of the passed bytes, across pieces. */
  record(): void {
    this.#recordStart = this.position;
    this.#recorded = [];
  }

  /** The bytes passed since then, in the pieces in which they arrived. */
  takeRecord(): readonly Buffer[] {
    this.#keepRecord();
    this.#recordStart = -1;
    return this.#recorded;
  }

  #keepRecord(): void {
    if (this.position > this.#recordStart)
      this.#recorded.push(this.bytes.subarray(this.#recordStart, this.position));
  }

  /** The unpassed bytes, followed by these. */
  #take(parts: readonly Uint8Array[]): boolean {
    const [left, next] = parts;
    if (next === undefined) return false;

    if (this.#recordStart !== -1) {
      this.#keepRecord();
      this.#recordStart = 0;
    }
    const bytes = left?.length === 0 && parts.length === 2 ? next : Buffer.concat(parts);
    this.#before += this.position;
    this.position = 0;
    this.bytes = bufferOf(bytes);
    this.view = viewOf(bytes);
    return true;
  }
}

const noBytes = new Uint8Array();

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export const space = 0x20;

/** Where the white space that may start here ends. */
export function endOfSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  let byte = bytes[at];
  while (byte === space || byte === 0x0a || byte === 0x0d || byte === 0x09) {
    at += 1;
    byte = bytes[at];
  }
  return at;
}

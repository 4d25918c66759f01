/** Splits a body into lines that end in LF, CRLF or CR, for chunks that end anywhere, even inside a character. */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  readonly #maxLength: number;
  /** The unfinished line in pieces: only the new chunk is searched, so the cost of long lines stays linear. */
  #pieces: string[] = [];
  #length = 0;
  #afterCarriageReturn = false;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The lines that this chunk completes, without their ends; undefined if a line is too long. */
  push(chunk: Uint8Array): string[] | undefined {
    return this.#split(this.#decoder.decode(chunk, { stream: true }));
  }

  /** The text after the last line end; undefined if there is none. */
  end(): string | undefined {
    const rest = this.#pieces.join("") + this.#decoder.decode();
    this.#pieces = [];
    return rest === "" ? undefined : rest;
  }

  #split(decoded: string): string[] | undefined {
    const text = this.#withLineFeeds(decoded);
    const lines: string[] = [];
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      lines.push(this.#complete(text.slice(start, end)));
      start = end + 1;
    }
    if (start < text.length) {
      this.#pieces.push(start === 0 ? text : text.slice(start));
      this.#length += text.length - start;
    }
    return this.#length > this.#maxLength ? undefined : lines;
  }

  #complete(tail: string): string {
    if (this.#length === 0) return tail;

    const line = this.#pieces.join("") + tail;
    this.#pieces = [];
    this.#length = 0;
    return line;
  }

  #withLineFeeds(decoded: string): string {
    if (decoded === "") return decoded;

    const text = this.#afterCarriageReturn && decoded.startsWith("\n") ? decoded.slice(1) : decoded;
    if (!decoded.includes("\r")) {
      this.#afterCarriageReturn = false;
      return text;
    }
    this.#afterCarriageReturn = decoded.endsWith("\r");
    return text.replace(/\r\n?/g, "\n");
  }
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

/**
 * Detects the last bracket of a JSON object or array that comes in fragments. Reads each character once.
 * Does not check the grammar; JSON.parse does that on the whole text.
 */
export class JsonProgress {
  #depth = 0;
  #begun = false;
  #inString = false;
  #escaped = false;

  get isComplete(): boolean {
    return this.#begun && this.#depth === 0;
  }

  push(fragment: string): void {
    for (let at = 0; at < fragment.length; at += 1) {
      const code = fragment.charCodeAt(at);
      if (this.#inString) this.#pushWithinString(code);
      else if (code === quote) this.#inString = true;
      else if (code === openBrace || code === openBracket) {
        this.#depth += 1;
        this.#begun = true;
      } else if (code === closeBrace || code === closeBracket) this.#depth -= 1;
    }
  }

  #pushWithinString(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === backslash) this.#escaped = true;
    else if (code === quote) this.#inString = false;
  }
}

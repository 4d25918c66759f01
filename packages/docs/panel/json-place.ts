/** Where a value stands in a JSON text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The place of the value that a path such as `input[2].content[0].text` names, or of the nearest part that holds it;
 * null where the text is not JSON.
 */
export function placeOf(text: string, path: string): TextRange | null {
  const steps = [...path.matchAll(/[^.[\]]+/g)].map(([step]) => step);
  try {
    return new Walk(text).find(steps);
  } catch {
    return null;
  }
}

const text = /"(?:\\.|[^"\\])*"/y;
const word = /[^\s,\]}]+/y;

class Walk {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  find([step, ...rest]: readonly string[]): TextRange {
    this.#space();
    const start = this.#at;
    const open = this.#text[start];
    if (step !== undefined && (open === "{" || open === "[")) {
      const found = this.#step(open, step, rest);
      if (found !== null) return found;
      this.#at = start;
    }
    this.#skip();
    return { start, end: this.#at };
  }

  #step(open: "{" | "[", step: string, rest: readonly string[]): TextRange | null {
    this.#at += 1;
    for (let index = 0; ; index += 1) {
      this.#space();
      if (/[\]}]/.test(this.#text[this.#at] ?? "}")) return null;
      const name = open === "{" ? this.#name() : String(index);
      if (name === step) return this.find(rest);
      this.#skip();
      this.#space();
      if (this.#text[this.#at] === ",") this.#at += 1;
    }
  }

  #name(): string {
    const start = this.#at;
    this.#skip();
    const name: unknown = JSON.parse(this.#text.slice(start, this.#at));
    this.#space();
    this.#at += 1;
    return String(name);
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? "x")) this.#at += 1;
  }

  /** Passes one value. */
  #skip(): void {
    this.#space();
    const first = this.#text[this.#at] ?? "";
    if (first === "{" || first === "[") this.#skipNested();
    else this.#pass(first === '"' ? text : word);
  }

  #skipNested(): void {
    let depth = 0;
    do {
      const next = this.#text[this.#at];
      if (next === undefined) throw new Error("The text ends too early.");
      if (next === "{" || next === "[") depth += 1;
      if (next === "}" || next === "]") depth -= 1;
      if (next === '"') this.#pass(text);
      else this.#at += 1;
    } while (depth > 0);
  }

  #pass(form: RegExp): void {
    form.lastIndex = this.#at;
    if (!form.test(this.#text)) throw new Error("The text is not JSON.");
    this.#at = form.lastIndex;
  }
}

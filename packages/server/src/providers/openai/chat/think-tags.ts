import type { Part } from "@portico/core/model-call/parts";
import { plainFamily, tagged } from "./thought-form.ts";

const opening = "<think>";
const closing = "</think>";
/** Deltas of nothing else, before it is the answer that they begin. */
const mostSpaces = 1_024;

/**
 * Tells thoughts from the answer in the text of servers that leave the model's tags in it. Only a
 * tag at the very beginning counts. A tag may be cut anywhere between two deltas.
 */
export class ThinkTags {
  #state: "before" | "inside" | "after" = "before";
  #held = "";
  /** White space before anything else. */
  #spaces: string[] = [];
  readonly #carries: boolean;

  /** `carries`: says after a thought that it stood between tags, so that it can be sent back so. */
  constructor(carries = false) {
    this.#carries = carries;
  }

  add(delta: string, parts: Part[]): void {
    if (this.#state === "after") {
      parts.push({ type: "text", text: delta });
      return;
    }
    this.#held += delta;
    if (this.#state === "before") this.#begin(parts);

    if (this.#state === "inside") this.#think(parts);
  }

  end(parts: Part[]): void {
    this.#held = this.#spaces.join("") + this.#held;
    this.#spaces = [];
    if (this.#held !== "") {
      const type = this.#state === "inside" ? "reasoning" : "text";
      parts.push({ type, text: this.#held });
      this.#held = "";
    }
    if (this.#state === "inside") this.#close("", parts);
  }

  #close(spaces: string, parts: Part[]): void {
    this.#state = "after";
    if (this.#carries) {
      const data = tagged + spaces;
      parts.push({ type: "carrier", carrier: { family: plainFamily, of: "thought", data } });
    }
  }

  #begin(parts: Part[]): void {
    const start = this.#held.trimStart();
    // White space may be endless, so each character of it is checked only once.
    if (start === "" && this.#spaces.length < mostSpaces) {
      this.#spaces.push(this.#held);
      this.#held = "";
      return;
    }
    this.#held = this.#spaces.join("") + this.#held;
    this.#spaces = [];
    if (start.startsWith(opening)) {
      this.#state = "inside";
      this.#held = start.slice(opening.length);
    } else if (start === "" || !opening.startsWith(start)) {
      this.#state = "after";
      this.end(parts);
    }
  }

  #think(parts: Part[]): void {
    const end = this.#held.indexOf(closing);
    const safe = end === -1 ? this.#held.length - partialEnd(this.#held) : end;
    if (safe > 0) parts.push({ type: "reasoning", text: this.#held.slice(0, safe) });

    if (end === -1) {
      this.#held = this.#held.slice(safe);
      return;
    }
    const rest = this.#held.slice(end + closing.length);
    this.#held = rest.trimStart();
    this.#close(rest.slice(0, rest.length - this.#held.length), parts);
    this.end(parts);
  }
}

/** How many of the last characters might be the beginning of the closing tag. */
function partialEnd(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length -= 1)
    if (closing.startsWith(text.slice(-length))) return length;

  return 0;
}

import type { Part } from "../model-call/parts.ts";
import { GrowingText } from "./growing-text.ts";

export interface Written {
  readonly text: string;
  /** The number of parts in which it came. */
  readonly parts: number;
}

/** What a model has written since its upstream's last usage. */
export interface Uncounted {
  /** Text, and calls with their arguments, shown or held back. */
  readonly shown: Written;
  readonly thoughts: Written;
}

/** The kinds of parts that come while a model writes. */
export type WrittenPart = Extract<
  Part,
  { type: "text" | "call" | "arguments" | "reasoning" | "carrier" }
>;

export function writtenText(part: WrittenPart): string {
  if (part.type === "call") return part.name;
  // Not written by the model: a signature, or a thought that is counted as its words.
  if (part.type === "carrier") return "";
  return part.type === "arguments" ? part.delta : part.text;
}

/** Parts that are counted and not shown. */
export class WrittenTally {
  readonly #text = new GrowingText();
  #parts = 0;

  get written(): Written {
    return { text: this.#text.toString(), parts: this.#parts };
  }

  add(text: string): void {
    this.#text.append(text);
    this.#parts += 1;
  }
}

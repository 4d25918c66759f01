import { CalledTools, type ToolCalls } from "../model-call/paid-tools.ts";
import type { Part, TokenUsage } from "../model-call/parts.ts";
import type { JsonObject } from "../model-call/respond-call.ts";
import { type Draft, uncountedOf } from "./draft.ts";
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
  /** Of tools that ran at the vendor, which may count them itself. */
  readonly toolCalls?: ToolCalls | undefined;
}

/** The kinds of parts that come while a model writes. */
type WrittenPart = Extract<
  Part,
  { type: "text" | "call" | "arguments" | "reasoning" | "carrier" | "hosted" | "annotations" }
>;

export function writtenText(part: WrittenPart): string {
  if (part.type === "call") return part.name;
  // Not written by the model: a signature, a thought that is counted as its words, or what a tool has found.
  if (part.type === "carrier" || part.type === "hosted" || part.type === "annotations") return "";
  return part.type === "arguments" ? part.delta : part.text;
}

/** Parts that are counted and not shown. */
class WrittenTally {
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

/** The usage of an answer: the upstream's last count, and what has come since. */
export class AnswerTally {
  #usage: TokenUsage | undefined;
  #thoughts = new WrittenTally();
  #beyond = new WrittenTally();
  #shownParts = 0;
  #called: CalledTools | undefined;
  /** The number of drafts that are done and completely covered by the upstream's last usage. */
  #covered = 0;

  get usage(): TokenUsage | undefined {
    return this.#usage;
  }

  addHosted(item: JsonObject): void {
    this.#called ??= new CalledTools();
    this.#called.add(item);
  }

  /** Counts a part that is shown: a call, or a piece of text or of arguments. */
  addShown(): void {
    this.#shownParts += 1;
  }

  addThought(text: string): void {
    this.#thoughts.add(text);
  }

  /** Counts a part after the answer failed or reached its limit. */
  addBeyond(part: WrittenPart): void {
    this.#beyond.add(writtenText(part));
  }

  /** The upstream's usage covers all that has come; the first `done` drafts do not grow any more. */
  takeUsage(usage: TokenUsage, drafts: readonly Draft[], done: number): void {
    this.#usage = usage;
    this.#thoughts = new WrittenTally();
    this.#beyond = new WrittenTally();
    this.#shownParts = 0;
    for (let at = this.#covered; at < drafts.length; at += 1) {
      const draft = drafts[at];
      if (draft?.type === "message" || draft?.type === "call") draft.counted = draft.text.length;
    }
    this.#covered = done;
  }

  /** What the model has written, shown or not, since the upstream's last usage. */
  uncounted(drafts: readonly Draft[]): Uncounted {
    const { text, parts } = this.#beyond.written;
    const shown = drafts.map(uncountedOf).join("");
    return {
      shown: { text: shown + text, parts: this.#shownParts + parts },
      thoughts: this.#thoughts.written,
      toolCalls: this.#called?.calls,
    };
  }
}

import type { Schema } from "@portico/contract/facts";
import type { ThoughtItem } from "../../answer/answer-item.ts";

type Entry = Schema<"ChatReasoningDetail">;

/** Where the words of a thought go. */
export interface Words {
  readonly type: "reasoning.text" | "reasoning.summary";
  readonly index: number;
}

/**
 * Numbers the entries of `reasoning_details`, for a reply and a stream alike. A seal is the signature of the words before it.
 * It is an entry of its own where there are none, and where a client library would lose it: libraries drop the signature
 * of a summary, and take neighbouring texts for one with the first of their signatures.
 */
export class ThoughtEntries {
  #count = 0;
  #last: Entry["type"] | undefined;
  /** The words that a seal would sign. */
  #unsigned: number | undefined;

  words(isSummary: boolean): Words {
    const type = isSummary ? "reasoning.summary" : "reasoning.text";
    const maySign = type === "reasoning.text" && this.#last !== "reasoning.text";
    const index = this.#add(type);
    this.#unsigned = maySign ? index : undefined;
    return { type, index };
  }

  /** `callId` is that of the call that the thought belongs to. */
  seal(seal: string, callId?: string): Entry {
    const index = this.#unsigned;
    if (index !== undefined && callId === undefined) {
      this.#unsigned = undefined;
      return { type: "reasoning.text", index, signature: seal };
    }
    const type = "reasoning.encrypted";
    const id = callId === undefined ? {} : { id: callId };
    return { type, index: this.#add(type), data: seal, ...id };
  }

  /** The thought has ended; a later seal is not its own. */
  close(): void {
    this.#unsigned = undefined;
  }

  #add(type: Entry["type"]): number {
    this.#last = type;
    this.#count += 1;
    return this.#count - 1;
  }
}

/** The words of an entry, whole or a piece of them. */
export function entryOf({ type, index }: Words, text: string): Entry {
  return type === "reasoning.text" ? { type, index, text } : { type, index, summary: text };
}

/**
 * Whether the seal of a thought names the call right behind it: where it belongs to that call, and where the answer has
 * said or called something before. Without the name it would come back in front of all that.
 */
export function maySealCall({ of }: Pick<ThoughtItem, "of">, hasSaid: boolean): boolean {
  return of === "call" || hasSaid;
}

/**
 * The seals of the thoughts before a call, in the one place of a call that the AI SDK and Google's clients send back: the whole
 * of `reasoning_details` is lost on them. https://ai.google.dev/gemini-api/docs/openai
 */
export class CallSeals {
  #seals: string[] = [];

  add(seal: string | undefined): void {
    if (seal !== undefined) this.#seals.push(seal);
  }

  /** Of the call that begins. */
  take(): { readonly extra_content?: Schema<"ChatExtraContent"> } {
    if (this.#seals.length === 0) return {};
    const thought_signature = this.#seals.join(between);
    this.#seals = [];
    return { extra_content: { google: { thought_signature } } };
  }
}

/** No seal holds one. */
const between = ",";

export function sealsOfCall(extra: Schema<"ChatExtraContent"> | null | undefined): string[] {
  const signature = extra?.google?.thought_signature;
  return signature ? signature.split(between) : [];
}

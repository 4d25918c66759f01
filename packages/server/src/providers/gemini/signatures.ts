import type { Carrier } from "@portico/core/model-call/carrier";
import type { Thought } from "@portico/core/model-call/respond-call";
import { countOf, fieldsOf, jsonIn, textOf } from "../../json/json-shape.ts";
import { carriedBy } from "../conversation/messages.ts";

/** Google's two services read each other's signatures. */
export const geminiFamily = "gemini";

/** The signature of a part of an answer; of a text also how long that part was: a stream's last part may be empty. */
export function signatureCarrier(of: Carrier["of"], signature: string, length?: number): Carrier {
  const data = of === "text" ? JSON.stringify({ signature, length }) : signature;
  return { family: geminiFamily, of, data };
}

/** The signature of the call that follows. */
export function signatureOfCall(thought: Thought): string | undefined {
  return carriedBy(thought, geminiFamily, "call");
}

/**
 * What the model said, as parts: its texts are cut where they were signed, so that each signature stands on its own
 * part. https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export class SaidParts {
  readonly #parts: object[] = [];
  #unsigned = "";

  add(text: string): void {
    this.#unsigned += text;
  }

  sign(thought: Thought): void {
    const { signature, length } = fieldsOf(jsonIn(carriedBy(thought, geminiFamily, "text")));
    const thoughtSignature = textOf(signature);
    if (thoughtSignature !== undefined) {
      const start = Math.max(0, this.#unsigned.length - (countOf(length) ?? 0));
      const text = this.#unsigned.slice(start);
      this.#cut(start);
      this.#parts.push({ text, thoughtSignature });
    }
    this.#signThought(thought);
  }

  all(): object[] {
    this.#cut(this.#unsigned.length);
    return this.#parts;
  }

  /** A signature without words was one of an empty text. */
  #signThought(thought: Thought): void {
    const thoughtSignature = carriedBy(thought, geminiFamily, "thought");
    if (thoughtSignature === undefined) return;
    this.#cut(this.#unsigned.length);
    const isThought = thought.text === "" ? {} : { thought: true };
    this.#parts.push({ text: thought.text, ...isThought, thoughtSignature });
  }

  #cut(end: number): void {
    if (end > 0) this.#parts.push({ text: this.#unsigned.slice(0, end) });
    this.#unsigned = "";
  }
}

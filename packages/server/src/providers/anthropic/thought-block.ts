import type { Carrier } from "@portico/core/model-call/carrier";
import type { Thought } from "@portico/core/model-call/respond-call";
import { type Fields, isFields, jsonIn } from "../../json/json-shape.ts";
import { carriedBy, mostCarried } from "../conversation/messages.ts";

/**
 * The family of Claude's thoughts and blocks on all its hosts: signatures of one are valid on the others.
 * https://platform.claude.com/docs/en/build-with-claude/thinking#thinking-encryption
 */
export const claudeFamily = "anthropic";

/** The carrier of a `thinking` or `redacted_thinking` block: the block itself, so nothing of it can be lost. */
export function carrierOf(block: Fields): Carrier {
  return { family: claudeFamily, of: "thought", data: JSON.stringify(block) };
}

/** The original block of a thought of this family. */
export function blockOf(thought: Thought): Fields | undefined {
  const block = jsonIn(carriedBy(thought, claudeFamily, "thought"));
  return isFields(block) ? block : undefined;
}

/** A block of thoughts that is still incomplete. */
export class OpenThought {
  readonly #block: Fields;
  #text: string;
  #signature: unknown;

  constructor(block: Fields) {
    this.#block = block;
    this.#text = typeof block["thinking"] === "string" ? block["thinking"] : "";
    this.#signature = block["signature"];
  }

  add(text: string): void {
    if (this.#text.length <= mostCarried) this.#text += text;
  }

  /** It comes whole, after the text. */
  sign(signature: unknown): void {
    this.#signature = signature;
  }

  /** None for a thought that is too long to be stored, because a part of it would not be valid. */
  carrier(): Carrier | undefined {
    if (this.#text.length > mostCarried) return undefined;

    return carrierOf(
      this.#block["type"] === "thinking"
        ? { ...this.#block, thinking: this.#text, signature: this.#signature }
        : this.#block,
    );
  }
}

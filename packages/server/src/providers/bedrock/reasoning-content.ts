import type { Carrier } from "@portico/core/model-call/carrier";
import type { Thought } from "@portico/core/model-call/respond-call";
import { type Fields, fieldsOf, isFields, jsonIn, textOf } from "../../json/json-shape.ts";
import { blockOf, carrierOf, claudeFamily } from "../anthropic/thought-block.ts";
import { carriedBy, mostCarried } from "../conversation/messages.ts";

/** The family of a model's thoughts at Converse: those of Claude are valid on its other hosts. */
export function thoughtFamily(model: string): string {
  return isClaude(model) ? claudeFamily : "bedrock";
}

/** Names of Claude begin with its vendor's, but for inference profiles that an operator named. */
export function isClaude(model: string): boolean {
  return /anthropic\.|claude/i.test(model);
}

/** One `reasoningContent` of https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ReasoningContentBlock.html, whole or growing. */
export class OpenReasoning {
  #text = "";
  #signature = "";
  readonly #redacted: Buffer[] = [];
  #length = 0;

  /** Adds a delta of a stream, and gives the words in it. */
  add(delta: Fields): string | undefined {
    const text = textOf(delta["text"]);
    const signature = textOf(delta["signature"]) ?? "";
    const redacted = textOf(delta["redactedContent"]) ?? "";
    this.#length += (text ?? "").length + signature.length + redacted.length;
    if (this.#length <= mostCarried) {
      this.#text += text ?? "";
      this.#signature += signature;
      if (redacted !== "") this.#redacted.push(Buffer.from(redacted, "base64"));
    }
    return text;
  }

  /** Adds a whole one, and gives its words. */
  addWhole(content: Fields): string | undefined {
    const { redactedContent } = content;
    return this.add({ ...fieldsOf(content["reasoningText"]), redactedContent });
  }

  /** None for a thought that is too long to be stored, because a part of it would not be valid. */
  carrier(model: string): Carrier | undefined {
    if (this.#length > mostCarried) return undefined;

    return isClaude(model) ? carrierOf(this.#block()) : this.#content();
  }

  /** The block of Claude's own dialect: Converse encodes a redacted one once more. */
  #block(): Fields {
    return this.#redacted.length > 0
      ? { type: "redacted_thinking", data: Buffer.concat(this.#redacted).toString("utf8") }
      : { type: "thinking", thinking: this.#text, signature: this.#signature };
  }

  /** Models of other vendors refuse a signature, even an empty one. */
  #content(): Carrier {
    const content =
      this.#redacted.length > 0
        ? { redactedContent: Buffer.concat(this.#redacted).toString("base64") }
        : { reasoningText: { text: this.#text, signature: this.#signature || undefined } };
    return { family: "bedrock", of: "thought", data: JSON.stringify(content) };
  }
}

/** The original content block of a thought. */
export function reasoningContent(thought: Thought): object | undefined {
  const block = blockOf(thought);
  if (block !== undefined) return { reasoningContent: contentOf(block) };

  const content = jsonIn(carriedBy(thought, "bedrock", "thought"));
  return isFields(content) ? { reasoningContent: content } : undefined;
}

function contentOf(block: Fields): object {
  return block["type"] === "redacted_thinking"
    ? { redactedContent: Buffer.from(String(block["data"]), "utf8").toString("base64") }
    : { reasoningText: { text: block["thinking"], signature: textOf(block["signature"]) } };
}

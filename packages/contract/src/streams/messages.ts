import { isRecord } from "../is-record.ts";
import type { CallSoFar, Fold, Schema, Step } from "./fold.ts";

type MessageEvent = Schema<"MessageStreamEvent">;
type MessageReply = Schema<"MessagesReply">;

/** Builds a message from the events of its stream, thoughts with their signatures and calls included. */
export class MessageFold implements Fold<MessageEvent, MessageReply> {
  text = "";
  finished: MessageReply | null = null;
  thoughts = "";
  #message: MessageReply | undefined;
  /** The arguments of the calls, so far, by the place of their block. */
  readonly #json = new Map<number, string>();

  get calls(): readonly CallSoFar[] {
    return (this.#message?.content ?? []).flatMap((block, index) =>
      block.type === "tool_use"
        ? [{ id: block.id, name: block.name, arguments: this.#json.get(index) ?? "" }]
        : [],
    );
  }

  take(data: unknown): Step<MessageEvent> {
    if (!isEvent(data)) return {};
    const failure =
      data.type === "error" ? { message: data.error.message, code: data.error.type } : null;
    return { event: data, piece: this.#add(data), failure };
  }

  #add(event: MessageEvent): string | null {
    if (event.type === "message_start") this.#message = structuredClone(event.message);
    const message = this.#message;
    if (!message) return null;
    switch (event.type) {
      case "content_block_start":
        message.content[event.index] = structuredClone(event.content_block);
        return null;
      case "content_block_delta":
        return this.#grow(message.content[event.index], event);
      case "content_block_stop": {
        const block = message.content[event.index];
        const json = this.#json.get(event.index);
        if (block && isUse(block) && json) block["input"] = inputIn(json);
        return null;
      }
      case "message_delta":
        Object.assign(message, event.delta, { usage: { ...message.usage, ...event.usage } });
        return null;
      case "message_stop":
        this.finished = message;
        return null;
      default:
        return null;
    }
  }

  #grow(
    block: Schema<"MessagesReplyBlock"> | undefined,
    { index, delta }: Schema<"ContentBlockDeltaEvent">,
  ): string | null {
    if (delta.type === "input_json_delta")
      this.#json.set(index, (this.#json.get(index) ?? "") + delta.partial_json);
    else if (block?.type === "thinking") {
      if (delta.type === "thinking_delta") {
        block.thinking += delta.thinking;
        this.thoughts += delta.thinking;
      }
      if (delta.type === "signature_delta") block.signature = delta.signature;
    } else if (block?.type === "text" && delta.type === "citations_delta")
      block.citations = [...(block.citations ?? []), delta.citation];
    else if (block?.type === "text" && delta.type === "text_delta") {
      block.text += delta.text;
      this.text += delta.text;
      return delta.text;
    }
    return null;
  }
}

/** A call, of the caller's or of a hosted tool. */
function isUse(
  block: Schema<"MessagesReplyBlock">,
): block is Schema<"MessagesReplyBlock"> & Record<"input", unknown> {
  return block.type.endsWith("tool_use");
}

/** Events of unknown types are passed on too: a `switch` ignores them. */
function isEvent(data: unknown): data is MessageEvent {
  return isRecord(data) && typeof data["type"] === "string";
}

/** Arguments that broke off, because the tokens ran out, are no object: the call keeps none. */
function inputIn(json: string): Record<string, unknown> {
  try {
    const input: unknown = JSON.parse(json);
    return isRecord(input) ? input : {};
  } catch {
    return {};
  }
}

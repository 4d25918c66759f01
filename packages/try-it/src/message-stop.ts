import type { Schema } from "@portico/contract";
import type { Stop } from "./stop.ts";

type Event = Schema<"MessageStreamEvent">;

/** One event of a message's stream: its type, and what it brings. */
export function messageStop(text: string): Stop {
  const event: Event = JSON.parse(text);
  return { name: event.type, detail: detailOf(event) };
}

function detailOf(event: Event): string {
  switch (event.type) {
    case "message_start":
      return `${event.message.model}, ${event.message.usage.input_tokens} input tokens`;
    case "content_block_start":
      return `block ${event.index}, ${blockDetail(event.content_block)}`;
    case "content_block_delta":
      return `block ${event.index}, ${deltaDetail(event.delta)}`;
    case "content_block_stop":
      return `block ${event.index}`;
    case "message_delta":
      return `stop_reason ${event.delta.stop_reason}, ${event.usage.output_tokens} output tokens`;
    case "message_stop":
      return "the stream is over";
    case "error":
      return `${event.error.type}: ${event.error.message}`;
    case "ping":
      return "to be ignored";
  }
}

function blockDetail(block: Schema<"MessagesReplyBlock">): string {
  return block.type === "tool_use" ? `tool_use ${block.name}, input {}` : block.type;
}

function deltaDetail(delta: Schema<"MessagesBlockDelta">): string {
  switch (delta.type) {
    case "text_delta":
      return `text_delta ${JSON.stringify(delta.text)}`;
    case "thinking_delta":
      return `thinking_delta ${JSON.stringify(delta.thinking)}`;
    case "input_json_delta":
      return `input_json_delta ${JSON.stringify(delta.partial_json)}`;
    case "signature_delta":
      return "signature_delta, the sealed thought";
  }
}

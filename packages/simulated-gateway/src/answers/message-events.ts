import type { Schema } from "@portico/contract/facts";
import { toTokens } from "@portico/core/simulated-model";
import type { MessageReply } from "./message-reply.ts";

type Event = Schema<"MessageStreamEvent">;
type Block = Schema<"MessagesReplyBlock">;

/** The stream of a finished message, in the order of the contract. */
export function messageEventsOf(reply: MessageReply): Event[] {
  const { stop_reason, stop_sequence, usage } = reply;
  return [
    ...begun(reply),
    {
      type: "message_delta",
      // A finished message has a reason.
      delta: { stop_reason: stop_reason ?? "end_turn", stop_sequence },
      usage,
    },
    { type: "message_stop" },
  ];
}

/** The same stream, failing once `after` events have been sent, or before its end. */
export function failingMessageEventsOf(
  reply: MessageReply,
  after: number,
  message: string,
  requestId: string,
): Event[] {
  const metadata = { kind: "provider_failed" as const };
  const error = { type: "api_error" as const, code: 500, message, metadata };
  return [...begun(reply).slice(0, after), { type: "error", error, request_id: requestId }];
}

function begun(reply: MessageReply): Event[] {
  const { input_tokens } = reply.usage;
  const none = { output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const message = {
    ...reply,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens, ...none },
  };
  return [{ type: "message_start", message }, ...reply.content.flatMap(blockEvents)];
}

function blockEvents(block: Block, index: number): Event[] {
  const { start, deltas } = taken(block);
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta): Event => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

/** A block at its start, and the pieces that it grows by. */
function taken(block: Block): { start: Block; deltas: Schema<"MessagesBlockDelta">[] } {
  switch (block.type) {
    case "text":
      return {
        start: { ...block, text: "" },
        deltas: toTokens(block.text).map((text) => ({ type: "text_delta", text })),
      };
    case "tool_use":
      return {
        start: { ...block, input: {} },
        deltas: toTokens(JSON.stringify(block.input)).map((partial_json) => ({
          type: "input_json_delta",
          partial_json,
        })),
      };
    case "thinking": {
      const { thinking, signature } = block;
      return {
        start: { type: "thinking", thinking: "", signature: "" },
        // Client libraries keep the last signature and join nothing, so it comes whole.
        deltas: [
          ...toTokens(thinking).map((piece) => ({
            type: "thinking_delta" as const,
            thinking: piece,
          })),
          { type: "signature_delta", signature },
        ],
      };
    }
    case "redacted_thinking":
      return { start: block, deltas: [] };
  }
}

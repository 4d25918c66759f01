import type { Schema } from "@portico/contract/facts";
import { fieldsOf } from "@portico/core/json/shape";
import { countTokens, textsOf } from "@portico/core/simulated-model";
import { createRandom, newId, type Random, seedOf } from "../random.ts";
import { costOf } from "./cost.ts";
import {
  type MessageConversation,
  type MessageRequest,
  readMessageQuestion,
} from "./message-question.ts";
import { sealOf } from "./seals.ts";
import { type Said, type Simulated, simulate } from "./simulate.ts";

export type MessageReply = Schema<"MessagesReply">;
type Block = Schema<"MessagesReplyBlock">;

/** What the simulated model answers, as a message; streamed or not, it is the same. */
export function answerMessage(
  request: MessageRequest,
  requestId: string,
  isCutInHalf: boolean,
): MessageReply {
  const ids = createRandom(seedOf(requestId));
  const answer = simulate(readMessageQuestion(request, request.max_tokens), isCutInHalf);
  const { thinking } = request;
  const content = answer.said.flatMap((said) => blocksOf(said, thinking, ids));
  return {
    id: newId("gen-", ids),
    type: "message",
    role: "assistant",
    model: request.model,
    content,
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: usageOf(answer),
  };
}

/** How many tokens a conversation has, by the model's own count. */
export function countMessage(request: MessageConversation): Schema<"MessagesTokenCount"> {
  return { input_tokens: countTokens(textsOf(readMessageQuestion(request))) };
}

/** A text without words is no block: it would be refused when it is sent back. */
function blocksOf(said: Said, thinking: MessageRequest["thinking"], ids: Random): Block[] {
  switch (said.type) {
    case "text":
      return said.text === "" ? [] : [{ type: "text", text: said.text }];
    case "call":
      return [
        {
          type: "tool_use",
          id: newId("call_", ids),
          name: said.name,
          input: { ...fieldsOf(JSON.parse(said.arguments)) },
        },
      ];
    case "thought": {
      if (!thinking || thinking.type === "disabled") return [];
      const text = thinking.display === "omitted" ? "" : said.text;
      const signature = sealOf(said) ?? "";
      return text + signature === "" ? [] : [{ type: "thinking", thinking: text, signature }];
    }
  }
}

function stopReason({ said, isCutShort }: Simulated): MessageReply["stop_reason"] {
  if (isCutShort) return "max_tokens";
  return said.some(({ type }) => type === "call") ? "tool_use" : "end_turn";
}

/** The mock has no caches. */
function usageOf({ inputTokens, outputTokens, reasoningTokens }: Simulated) {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens_details: { thinking_tokens: reasoningTokens },
    service_tier: null,
    ...costOf(inputTokens, outputTokens),
  };
}

import type { Schema } from "@portico/contract/facts";
import {
  type AnswerItem,
  type MessageItem,
  type ThoughtItem,
  wordsOf,
} from "../../answer/answer-item.ts";
import { costFields } from "../../answer/cost.ts";
import type { AnswerFrame, Charged, EndedAnswer } from "../../answer/wire.ts";
import { isFields } from "../../json/shape.ts";
import { isHostedBlock } from "../../model-call/hosted.ts";
import type { ToolCalls } from "../../model-call/paid-tools.ts";
import type { JsonObject } from "../../model-call/respond-call.ts";

export type MessagesReply = Schema<"MessagesReply">;
type Block = Schema<"MessagesReplyBlock">;

export interface MessagesFrame {
  /** Whether the words of thoughts are part of the reply, beside their signatures. */
  readonly showsThoughts: boolean;
}

/** The reply at its start. */
export function beginningReply(
  frame: AnswerFrame<MessagesFrame>,
  inputTokens: number,
): MessagesReply {
  const none = { output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  return {
    ...headOf(frame),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: inputTokens, ...none },
  };
}

/** The whole reply. */
export function toReply(frame: AnswerFrame<MessagesFrame>, ended: EndedAnswer): MessagesReply {
  const content = shownItems(ended.items).flatMap((item) => toBlocks(item, frame.asked));
  return { ...headOf(frame), content, ...endOf(ended), usage: toUsage(ended) };
}

/**
 * Without the seal of a last text: an answer of this wire ends with its text or its calls, and Claude Code shows the last block.
 * The vendor asks for such a seal only before calls.
 */
function shownItems(items: readonly AnswerItem[]): readonly AnswerItem[] {
  const last = items.at(-1);
  const isSeal = last?.type === "thought" && last.of === "text" && last.paragraphs.length === 0;
  return isSeal ? items.slice(0, -1) : items;
}

function headOf({ id, model }: AnswerFrame<MessagesFrame>) {
  return { id, type: "message", role: "assistant", model } as const;
}

export function endOf(ended: EndedAnswer): Schema<"MessageDeltaEvent">["delta"] {
  const reason = stopReason(ended);
  const isNamed = reason === "stop_sequence";
  return { stop_reason: reason, stop_sequence: isNamed ? (ended.stopSequence ?? null) : null };
}

function stopReason({ items, reason, stopSequence }: EndedAnswer) {
  switch (reason) {
    case "length":
      return "max_tokens";
    case "content_filter":
      return "refusal";
    case "pause":
      return "pause_turn";
    case "stop":
      if (items.some(({ type }) => type === "call")) return "tool_use";
      return stopSequence === undefined ? "end_turn" : "stop_sequence";
  }
}

/**
 * An item without words is no block: a text that is empty would be refused when it is sent back. A text without sources has no `citations`:
 * version 2 of @ai-sdk/anthropic refuses a whole reply in which they are null.
 */
function toBlocks(item: AnswerItem, asked: MessagesFrame): Block[] {
  switch (item.type) {
    case "message":
      return item.text === "" ? [] : [toText(item)];
    case "call":
      return [
        { type: "tool_use", id: item.callId, name: item.name, input: toInput(item.arguments) },
      ];
    case "thought":
      return toThought(item, asked);
    case "hosted":
      return isHostedBlock(item.item) ? [item.item] : [];
  }
}

function toText({ text, annotations: citations }: MessageItem): Block {
  return { type: "text", text, ...(citations && { citations: [...citations] }) };
}

function toThought(item: ThoughtItem, { showsThoughts }: MessagesFrame): Block[] {
  const { paragraphs, seal } = item;
  if (paragraphs.length === 0)
    return seal === undefined ? [] : [{ type: "redacted_thinking", data: seal }];
  const thinking = showsThoughts ? wordsOf(item) : "";
  if (thinking === "" && seal === undefined) return [];
  return [{ type: "thinking", thinking, signature: seal ?? "" }];
}

/** Of a call's arguments that are no object. */
export const inputName = "arguments";

/** Readers of this wire expect an object; the few models that give another value have it under a name. */
function toInput(json: string): JsonObject {
  const input: unknown = JSON.parse(json);
  return isFields(input) ? input : { [inputName]: input };
}

/** On this wire the input tokens are those that no cache had or took. */
export function toUsage(charged: Charged): Schema<"MessagesUsage"> {
  const { usage } = charged;
  const { inputTokens, cachedInputTokens, cacheWriteTokens, hourCacheWriteTokens = 0 } = usage;
  return {
    input_tokens: Math.max(inputTokens - cachedInputTokens - cacheWriteTokens, 0),
    output_tokens: usage.outputTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedInputTokens,
    cache_creation: {
      ephemeral_5m_input_tokens: Math.max(cacheWriteTokens - hourCacheWriteTokens, 0),
      ephemeral_1h_input_tokens: hourCacheWriteTokens,
    },
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
    service_tier: usage.serviceTier ?? null,
    ...(usage.toolCalls !== undefined && { server_tool_use: toServerUse(usage.toolCalls) }),
    ...costFields(charged),
  };
}

function toServerUse({ web_search = 0, web_fetch = 0 }: ToolCalls) {
  return { web_search_requests: web_search, web_fetch_requests: web_fetch };
}

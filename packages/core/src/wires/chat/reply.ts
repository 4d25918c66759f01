import type { Schema } from "@portico/contract/facts";
import { type AnswerItem, type ThoughtItem, wordsOf } from "../../answer/answer-item.ts";
import { costFields } from "../../answer/cost.ts";
import type { AnswerFrame, Charged, EndedAnswer } from "../../answer/wire.ts";
import { textOfArguments } from "../../model-call/freeform.ts";
import type { ChatFrame } from "./read-request.ts";
import { CallSeals, entryOf, maySealCall, ThoughtEntries } from "./thought-entries.ts";

export type Reply = Schema<"ChatReply">;
type Message = Schema<"ChatReplyMessage">;
type Entry = Schema<"ChatReasoningDetail">;

export function toReply(frame: AnswerFrame<ChatFrame>, ended: EndedAnswer): Reply {
  const { id, createdAt, model, provider } = frame;
  const { items, usage } = ended;
  const choice = {
    index: 0,
    message: toMessage(items, frame.asked),
    finish_reason: finishReason(ended),
    logprobs: null,
  } as const;
  return {
    id,
    object: "chat.completion",
    created: createdAt,
    model,
    provider,
    system_fingerprint: null,
    service_tier: usage.serviceTier ?? "default",
    choices: [choice],
    usage: toUsage(ended),
  };
}

/** Agents stop at `stop`, calls or not. */
export function finishReason({ reason, items }: Pick<EndedAnswer, "reason" | "items">) {
  const hasCalls = items.some(({ type }) => type === "call");
  if (reason === "length" || reason === "content_filter") return reason;
  return hasCalls ? "tool_calls" : "stop";
}

function toMessage(items: readonly AnswerItem[], { freeform }: ChatFrame): Message {
  const calls = callsIn(items, freeform);
  const text = items.map((item) => (item.type === "message" ? item.text : "")).join("");
  const reasoning = items.map((item) => (item.type === "thought" ? wordsOf(item) : "")).join("");
  const details = detailsOf(items);
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning !== "" && { reasoning }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function callsIn(items: readonly AnswerItem[], freeform: ChatFrame["freeform"]) {
  const seals = new CallSeals();
  return items.flatMap((item): Schema<"ChatToolCall">[] => {
    if (item.type === "thought") seals.add(item.seal);
    if (item.type !== "call") return [];
    const { callId: id, name, arguments: text } = item;
    return freeform.has(name)
      ? [{ id, type: "custom", custom: { name, input: textOfArguments(text) } }]
      : [{ id, type: "function", function: { name, arguments: text }, ...seals.take() }];
  });
}

function detailsOf(items: readonly AnswerItem[]): Entry[] {
  const entries = new ThoughtEntries();
  let hasSaid = false;
  return items.flatMap((item, index) => {
    hasSaid ||= item.type !== "thought";
    if (item.type !== "thought") return [];
    const next = items[index + 1];
    const callId = next?.type === "call" && maySealCall(item, hasSaid) ? next.callId : undefined;
    return entriesOf(item, entries, callId);
  });
}

function entriesOf(
  item: ThoughtItem,
  entries: ThoughtEntries,
  callId: string | undefined,
): Entry[] {
  const text = wordsOf(item);
  const words = text === "" ? [] : [entryOf(entries.words(item.isSummary), text)];
  // The seal of a call that is not part of the answer is left out with it.
  const isLost = item.of === "call" && callId === undefined;
  const seal = item.seal === undefined || isLost ? undefined : entries.seal(item.seal, callId);
  entries.close();
  const [first] = words;
  // In a stream the signature comes in a piece of its own.
  if (seal !== undefined && first?.index === seal.index) return [{ ...first, ...seal }];
  return seal === undefined ? words : [...words, seal];
}

export function toUsage(charged: Charged): Schema<"ChatUsage"> {
  const { usage } = charged;
  const { inputTokens, outputTokens, audioInputTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cachedInputTokens,
      cache_write_tokens: usage.cacheWriteTokens,
      ...(audioInputTokens !== undefined && { audio_tokens: audioInputTokens }),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    ...costFields(charged),
  };
}

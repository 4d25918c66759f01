import type { Schema } from "@portico/contract/facts";
import { createRandom, newId, type Random, seedOf } from "../random.ts";
import { type ChatRequest, readChatQuestion } from "./chat-question.ts";
import { entriesOf } from "./chat-thoughts.ts";
import { costOf } from "./cost.ts";
import { type Said, type Simulated, simulate } from "./simulate.ts";

export type ChatReply = Schema<"ChatReply">;
type Message = Schema<"ChatReplyMessage">;

/** What the simulated model answers, as a chat completion; streamed or not, it is the same. */
export function answerChat(
  request: ChatRequest,
  requestId: string,
  isCutInHalf: boolean,
): ChatReply {
  const ids = createRandom(seedOf(requestId));
  const answer = simulate(readChatQuestion(request), isCutInHalf);
  const said = wantsThoughts(request)
    ? answer.said
    : answer.said.filter(({ type }) => type !== "thought");
  const message = messageOf(said, ids);
  return {
    id: newId("gen-", ids),
    object: "chat.completion",
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    provider: "mock",
    system_fingerprint: null,
    service_tier: "default",
    choices: [{ index: 0, message, finish_reason: finishReason(answer, message), logprobs: null }],
    usage: usageOf(answer),
  };
}

function wantsThoughts({ reasoning, include_reasoning: older }: ChatRequest): boolean {
  return !(reasoning?.exclude ?? older === false);
}

function messageOf(said: readonly Said[], ids: Random): Message {
  const text = said.map((one) => (one.type === "text" ? one.text : "")).join("");
  const calls = said.flatMap((one) => (one.type === "call" ? [callOf(one, ids)] : []));
  const thoughts = said.filter((one) => one.type === "thought");
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    refusal: null,
    ...(thoughts.length > 0 && {
      reasoning: thoughts.map((thought) => thought.text).join(""),
      reasoning_details: entriesOf(thoughts),
    }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function callOf(call: Extract<Said, { type: "call" }>, ids: Random): Schema<"ChatToolCall"> {
  const { name, arguments: text } = call;
  return { id: newId("call_", ids), type: "function", function: { name, arguments: text } };
}

function finishReason({ isCutShort }: Simulated, { tool_calls: calls }: Message) {
  if (isCutShort) return "length";
  return calls === undefined ? "stop" : "tool_calls";
}

function usageOf(answer: Simulated): Schema<"ChatUsage"> {
  const { inputTokens, outputTokens, reasoningTokens } = answer;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
    ...costOf(inputTokens, outputTokens),
  };
}

import type { FinishReason } from "@portico/core/model-call/parts";
import { UpstreamError } from "../../../upstream/upstream-error.ts";

const reasons: Readonly<Record<string, FinishReason>> = {
  length: "length",
  max_tokens: "length",
  model_length: "length",
  max_output_tokens: "length",
  content_filter: "content_filter",
  content_filtered: "content_filter",
  safety: "content_filter",
  sensitive: "content_filter",
};

/** Reasons that say that there is no answer. https://api-docs.deepseek.com has the third. */
const failures = new Set(["error", "network_error", "insufficient_system_resource", "abort"]);

/**
 * An unknown reason is an ordinary end: vendors use words of their own (`eos`, `end_turn`, `tool_calls`). Returns an error
 * where there is no answer.
 */
export function toFinishReason(reason: string): FinishReason | UpstreamError {
  const word = reason.toLowerCase();
  if (failures.has(word))
    return new UpstreamError("overloaded", "The provider gave up on the answer.");

  return Object.hasOwn(reasons, word) ? (reasons[word] ?? "stop") : "stop";
}

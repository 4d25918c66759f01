import type { RespondCall } from "@portico/core/model-call/respond-call";
import { UpstreamError } from "../../../upstream/upstream-error.ts";

/** https://help.openai.com/en/articles/10910291-api-organization-verification */
const refusesSummaries = /verified to (?:generate|stream) reasoning summar|\breasoning\.summary\b/i;
/** A deployment's own name does not say whether its model has thoughts. */
const refusesEncryption = /encrypted content is not supported/i;

/**
 * The same call without what was refused of the thoughts that it asked to see: an answer without them is worth more
 * than none. Undefined where something else was refused.
 */
export function askingForLess(call: RespondCall, error: unknown): RespondCall | undefined {
  const { thoughts, ...unasked } = call;
  if (thoughts === undefined || !isRefusal(error)) return undefined;
  if (refusesEncryption.test(error.message)) return unasked;
  return thoughts.text && refusesSummaries.test(error.message)
    ? { ...unasked, thoughts: { ...thoughts, text: false } }
    : undefined;
}

function isRefusal(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.failure === "rejected";
}

import { modelRefusal } from "@portico/core/rules/call-rights";
import { readAsked } from "@portico/core/wires/messages/read-request";
import { readModels } from "@portico/core/wires/reading/read-models";
import { findModel } from "../../routing/candidates.ts";
import { type Operation, ok } from "../operation.ts";
import { readingOf } from "./asked.ts";
import { estimateInputTokens } from "./input-bound.ts";
import { openThoughts } from "./thoughts.ts";

/** Estimates the input tokens of a request for a message. No upstream is asked, and no money is held or charged. */
export const countMessageTokens: Operation<"countMessageTokens"> = async ({ body }, context) => {
  const { catalog, secrets } = context.gateway;
  const { modelId } = readModels(body);
  const model = findModel({ catalog, modelId, kind: "text" });
  // The key was read for this request.
  const refusal = modelRefusal(context.caller.rights, [{ id: model.id, field: "model" }]);
  if (refusal !== null) throw refusal;
  const asked = readAsked(body, readingOf(context));
  const { conversation } = await openThoughts(
    asked.conversation,
    secrets,
    context.caller.workspaceId,
  );
  const bounds = new Set(model.endpoints.map(({ tokenBound }) => tokenBound));
  let tokens = 0;
  for (const bound of bounds)
    tokens = Math.max(tokens, await estimateInputTokens({ ...asked, conversation }, bound));
  return ok({ input_tokens: tokens });
};

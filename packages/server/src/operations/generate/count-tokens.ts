import type { SentTurn } from "@portico/core/answer/wire";
import { modelRefusal } from "@portico/core/rules/call-rights";
import { readAsked } from "@portico/core/wires/messages/read-request";
import { readModels } from "@portico/core/wires/reading/read-models";
import { estimateNotice, responsesWire } from "@portico/core/wires/responses/wire";
import { findModel } from "../../routing/candidates.ts";
import { type Context, type Operation, ok } from "../operation.ts";
import { wholeConversation } from "../responses/go-on.ts";
import { readingOf } from "./asked.ts";
import type { AskedContent } from "./asked-content.ts";
import { estimateInputTokens } from "./input-bound.ts";
import { openThoughts } from "./thoughts.ts";

interface Counted extends Omit<AskedContent, "conversation"> {
  readonly conversation: readonly SentTurn[];
}

export const countMessageTokens: Operation<"countMessageTokens"> = async ({ body }, context) => {
  const count = await countTokens(body, context, () => readAsked(body, readingOf(context)));
  return ok({ input_tokens: count });
};

export const countResponseTokens: Operation<"countResponseTokens"> = async ({ body }, context) => {
  const whole = await wholeConversation(body, context);
  const read = () => responsesWire.read(whole, readingOf(context)).call;
  const count = await countTokens(body, context, read);
  return ok({ object: "response.input_tokens", input_tokens: count }, estimateNotice);
};

/** Estimates the input tokens of a request. No upstream is asked, and no money is held or charged. */
async function countTokens(
  body: Parameters<typeof readModels>[0],
  { gateway: { catalog, secrets }, caller }: Context,
  read: () => Counted,
): Promise<number> {
  const { modelId } = readModels(body);
  const model = findModel({ catalog, modelId, kind: "text" });
  // The key was read for this request.
  const refusal = modelRefusal(caller.rights, [{ id: model.id, field: "model", alias: modelId }]);
  if (refusal !== null) throw refusal;
  const asked = read();
  const { conversation } = await openThoughts(asked.conversation, secrets, caller.workspaceId);
  const bounds = new Set(model.endpoints.map(({ tokenBound }) => tokenBound));
  let tokens = 0;
  for (const bound of bounds)
    tokens = Math.max(tokens, await estimateInputTokens({ ...asked, conversation }, bound));
  return tokens;
}

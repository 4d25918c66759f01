import type { ReadRequest } from "@portico/core/answer/wire";
import { modelRefusal } from "@portico/core/rules/call-rights";
import { readAsked } from "@portico/core/wires/messages/read-request";
import { messagesWire } from "@portico/core/wires/messages/wire";
import { readModels } from "@portico/core/wires/reading/read-models";
import { estimateNotice, noCountNotice, responsesWire } from "@portico/core/wires/responses/wire";
import { findModel } from "../../routing/candidates.ts";
import type { Model } from "../../routing/catalog.ts";
import { type Context, type Headers, type Operation, ok } from "../operation.ts";
import { wholeConversation } from "../responses/go-on.ts";
import { readingOf } from "./asked.ts";
import { countAtProvider } from "./count-at-provider.ts";
import { estimateInputTokens } from "./input-bound.ts";
import { openThoughts } from "./thoughts.ts";

type Wire = Parameters<typeof countAtProvider>[1];

export const countMessageTokens: Operation<"countMessageTokens"> = async ({ body }, context) => {
  const read = () => ({
    ...readModels(body),
    call: { stream: false, ...readAsked(body, readingOf(context)) },
    provider: null,
    parameterNames: [],
    leftOut: [],
    frame: null,
  });
  const { tokens, headers } = await countTokens(body, messagesWire, context, read);
  return ok({ input_tokens: tokens }, headers);
};

export const countResponseTokens: Operation<"countResponseTokens"> = async ({ body }, context) => {
  const whole = await wholeConversation(body, context);
  const read = () => responsesWire.read(whole, readingOf(context));
  const { tokens, headers } = await countTokens(body, responsesWire, context, read);
  return ok({ object: "response.input_tokens", input_tokens: tokens }, headers);
};

/** By the provider, where it has such a call, else estimated; the headers say which. No money is held or charged. */
async function countTokens<Frame>(
  body: Parameters<typeof readModels>[0],
  wire: Wire,
  context: Context,
  read: () => ReadRequest<Frame>,
): Promise<{ readonly tokens: number; readonly headers: Headers }> {
  const { gateway, caller } = context;
  const { modelId } = readModels(body);
  const model = findModel({ catalog: gateway.catalog, modelId, kind: "text" });
  // The key was read for this request.
  const refusal = modelRefusal(caller.rights, [{ id: model.id, field: "model", alias: modelId }]);
  if (refusal !== null) throw refusal;
  const request = read();
  // Who administers has no rights that could judge what leaves.
  const mayAsk = caller.kind === "ordinary" && model.endpoints.some(gateway.counterAt);
  const counted = mayAsk ? await countAtProvider(request, wire, context) : null;
  if (counted === null)
    return { tokens: await estimate(model, request, context), headers: estimateNotice };
  const { provider, tokens } = counted;
  return tokens === null
    ? { tokens: await estimate(model, request, context), headers: noCountNotice(provider) }
    : { tokens, headers: { "x-portico-provider": provider } };
}

/** The most of what its endpoints would count. */
async function estimate(
  { endpoints }: Model,
  { call }: Pick<ReadRequest<unknown>, "call">,
  { gateway: { secrets }, caller }: Context,
): Promise<number> {
  const { conversation } = await openThoughts(call.conversation, secrets, caller.workspaceId);
  let tokens = 0;
  for (const bound of new Set(endpoints.map(({ tokenBound }) => tokenBound)))
    tokens = Math.max(tokens, await estimateInputTokens({ ...call, conversation }, bound));
  return tokens;
}

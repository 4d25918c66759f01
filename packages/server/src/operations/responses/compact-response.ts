import type { Schema } from "@portico/contract";
import {
  compacted,
  noSummary,
  summaryFamily,
  summaryIn,
  summaryNotice,
  vendorsNotice,
} from "@portico/core/wires/responses/compact";
import { compact } from "../generate/generate.ts";
import { answerOnce } from "../idempotency/answer-once.ts";
import { type Context, type Headers, ok } from "../operation.ts";
import { wholeConversation } from "./go-on.ts";

/**
 * A conversation in short: by its vendor, where that has a call for it, else by a summary that its model writes. Both leave sealed as
 * thoughts do.
 */
export const compactResponse = answerOnce("compactResponse", async ({ body }, context) => {
  const whole = await wholeConversation(body, context);
  const reply = await compact({ body: whole }, context);
  if (reply.type !== "json") throw new TypeError("A summary is not asked for as a stream.");
  const { response, vendors } = reply.body;
  const seal = vendors ?? sealedSummary(response, context);
  const { headers = {} } = reply;
  const provider = headers["x-portico-provider"] ?? "the provider";
  const own = vendors === null ? summaryNotice : vendorsNotice(provider);
  return ok(compacted(whole, response, seal), withNotice(headers, own[name]));
});

function sealedSummary(response: Schema<"Response">, { caller, gateway }: Context): string {
  const summary = summaryIn(response);
  if (summary === null) throw noSummary();
  const { workspaceId } = caller;
  return gateway.secrets.sealThought({ workspaceId, family: summaryFamily }, summary);
}

const name = "x-portico-notice";

function withNotice(headers: Headers, own: string): Headers {
  const { [name]: told } = headers;
  return { ...headers, [name]: told === undefined ? own : `${own} ${told}` };
}

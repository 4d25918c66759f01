import {
  compacted,
  noSummary,
  summaryFamily,
  summaryIn,
  summaryNotice,
  summaryRequest,
} from "@portico/core/wires/responses/compact";
import { respond } from "../generate/generate.ts";
import { answerOnce } from "../idempotency/answer-once.ts";
import { ok } from "../operation.ts";
import { wholeConversation } from "./go-on.ts";

/** A conversation in short, by a summary that its model writes and that leaves sealed as thoughts do. */
export const compactResponse = answerOnce("compactResponse", async ({ body }, context) => {
  const whole = await wholeConversation(body, context);
  const reply = await respond({ body: summaryRequest(whole) }, context);
  if (reply.type !== "json") throw new TypeError("A summary is not asked for as a stream.");
  const summary = summaryIn(reply.body);
  if (summary === null) throw noSummary();
  const { workspaceId } = context.caller;
  const seal = context.gateway.secrets.sealThought({ workspaceId, family: summaryFamily }, summary);
  return ok(compacted(whole, reply.body, seal), withNotice(reply.headers));
});

const name = "x-portico-notice";

function withNotice(headers: Readonly<Record<string, string>> = {}) {
  const { [name]: told } = headers;
  const { [name]: own } = summaryNotice;
  return { ...headers, [name]: told === undefined ? own : `${own} ${told}` };
}

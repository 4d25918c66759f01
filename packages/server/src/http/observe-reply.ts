import type { OperationId } from "@portico/contract";
import type { Reply } from "../operations/operation.ts";
import type { Refused } from "../operations/records/refusals.ts";
import { toFailure } from "./reply/failure.ts";
import type { RequestRecord } from "./request/request-record.ts";

/** Callers who have left were not refused, and what is booked is in the list of requests: null. */
export function toRefused(
  { caller, operation, requestId, generation, ...record }: RequestRecord,
  error: unknown,
  body: unknown,
): Refused | null {
  if (operation === null || generation !== null || record.failure?.kind === "callerGone")
    return null;
  const { models, model = Object(models)[0] } = Object(body);
  return { caller, operation, requestId, model, failure: toFailure(error) };
}

/** Reports what the gateway has added to a call of a model where its reply begins: with its first event, if it is a stream. */
export function observed<Body>(
  reply: Reply<Body>,
  { operation, course }: RequestRecord,
  onReply: ((operation: OperationId, overheadMs: number) => void) | undefined,
): Reply<Body> {
  const begin = () => {
    if (operation !== null && course.upstreamMs > 0)
      onReply?.(operation, performance.now() - course.arrivedAtMs - course.upstreamMs);
  };
  if (reply.type !== "events") {
    begin();
    return reply;
  }
  const headers = () => {
    begin();
    return reply.headers?.() ?? {};
  };
  return { ...reply, headers };
}

import type { Refused } from "../../operations/records/refusals.ts";
import type { RequestRecord } from "../request/request-record.ts";
import { toFailure } from "./failure.ts";

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

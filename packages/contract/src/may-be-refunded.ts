/** What decides about a refund, in the words of a generation. */
export interface Refundable {
  readonly state: string;
  readonly status: number;
  /** Null where the caller got a whole answer. */
  readonly errorKind: string | null;
  readonly charged: number;
}

/** Statuses from here on are failures of the service, not of the request. */
const serviceFailure = 500;

/** Kinds of error for which the caller or its key is the reason, and not the service. */
const ofCallers: ReadonlySet<string> = new Set([
  "caller_gone",
  "bad_request",
  "rejected",
  "too_large",
  "model_not_found",
  "not_found",
  "unauthenticated",
  "not_allowed",
  "network_not_allowed",
  "out_of_credits",
]);

/**
 * Whether a generation may be refunded: it was abandoned, or it was charged although the service failed: its status says
 * so, or its stream had begun with 200 and ended with an error.
 */
export function mayBeRefunded({ state, status, errorKind, charged }: Refundable): boolean {
  if (state === "abandoned") return true;
  if (state !== "settled" || charged <= 0) return false;
  return (
    status >= serviceFailure || (status < 400 && errorKind !== null && !ofCallers.has(errorKind))
  );
}

/** What the refusal of any other refund says. */
export const notRefundable =
  "Only an abandoned request, or one that cost something although the service failed (a status from 500, or a failed stream), can be refunded, and only once.";

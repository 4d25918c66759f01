import type { AttemptFact } from "../routing/attempt-failed.ts";
import type { Candidate } from "../routing/candidates.ts";
import { formatUsd } from "../routing/price.ts";
import type { RateState } from "../store/store.ts";
import type { Headers } from "./operation.ts";

interface Served {
  readonly candidate: Candidate;
  readonly attempts: readonly AttemptFact[];
}

/** Who served, after how many attempts, at what price (a stream's is not known yet), and what the limits leave. */
export function replyHeaders(
  { candidate, attempts }: Served,
  chargedNanousd: number | null,
  rate: RateState | null,
): Headers {
  return {
    "x-portico-provider": candidate.endpoint.provider,
    "x-portico-attempts": String(attempts.length),
    ...(chargedNanousd === null ? {} : { "x-portico-cost": formatUsd(chargedNanousd) }),
    ...rateHeaders(rate),
  };
}

export function rateHeaders(rate: RateState | null): Headers {
  if (rate === null) return {};
  return {
    "x-ratelimit-limit": String(rate.limit),
    "x-ratelimit-remaining": String(Math.max(Math.floor(rate.remaining), 0)),
    "x-ratelimit-reset": String(Math.max(Math.ceil(rate.resetMs / 1000), 0)),
  };
}

import type { AdmissionVerdict, RateState } from "../ports/money.ts";

/**
 * A limit per minute is a bucket that refills steadily. Stored is the debt, which is what is missing from the full
 * bucket, in units of 1/60,000: one millisecond pays off exactly `limit` units, in integers, and a key whose limit
 * is set, changed or removed needs no change of any other row.
 */
export const unit = 60_000;

/** How far clocks that are right may be apart: what several processes or a small step back may differ by. */
export const clocksApartMs = 5000;

/**
 * The time to which debts are paid off. A stamp that is a little ahead stays, or two clocks would pay the time between
 * them off again and again. One that is further ahead comes from a clock that was wrong: the debt is paid off from now.
 */
export function ratedAt(stampMs: number, nowMs: number): number {
  return stampMs > nowMs + clocksApartMs ? nowMs : Math.max(stampMs, nowMs);
}

/** The debt that is left after a time. A clock that goes back changes nothing. */
export function paidOff(debt: number, limit: number, elapsedMs: number): number {
  if (limit <= 0 || elapsedMs <= 0) return debt;
  return elapsedMs > Math.floor(debt / limit) ? 0 : debt - elapsedMs * limit;
}

/** How long until `count` fit; 0 if they fit now. A count above the limit waits for the full bucket. */
export function waitMs(debt: number, limit: number, count: number): number {
  if (limit <= 0) return unit;
  const missing = debt + Math.min(count, limit) * unit - limit * unit;
  return missing <= 0 ? 0 : Math.ceil(missing / limit);
}

export function rateState(debt: number, limit: number): RateState {
  return {
    limit,
    remaining: Math.max(0, Math.floor((limit * unit - debt) / unit)),
    resetMs: limit <= 0 ? unit : Math.ceil(debt / limit),
  };
}

/** The limit of which the smaller share is left. */
export function scarcer(requests: RateState | null, tokens: RateState | null): RateState | null {
  if (requests === null || tokens === null) return requests ?? tokens;
  return requests.remaining * tokens.limit <= tokens.remaining * requests.limit ? requests : tokens;
}

/** The end of a request is not known; most end within seconds. */
const inFlightRetryMs = 1000;

export function tooManyInFlight(limit: number): AdmissionVerdict {
  const rate = { limit, remaining: 0, resetMs: inFlightRetryMs };
  return { outcome: "rateLimited", of: "requestsInFlight", retryAfterMs: inFlightRetryMs, rate };
}

import { calendarDay } from "@portico/core/rules/calendar";
import { periodEndMs } from "@portico/core/rules/periods";
import { rolledTo, spentIn } from "../money/balance.ts";
import {
  paidOff,
  ratedAt,
  rateState,
  scarcer,
  tooManyInFlight,
  unit,
  waitMs,
} from "../money/rate.ts";
import type { AdmissionVerdict, AdmitRequest, RateState, SpentLimit } from "../ports/money.ts";
import type { Key } from "./rows.ts";

/** The key at this time: the day moved on, and debts partly paid off. */
export function advanced(key: Key, nowMs: number): Key {
  const elapsedMs = nowMs - key.rated_at_ms;
  return {
    ...rolledTo(key, calendarDay(nowMs)),
    requests_debt: paidOff(key.requests_debt, key.requests_per_minute ?? 0, elapsedMs),
    tokens_debt: paidOff(key.tokens_debt, key.tokens_per_minute ?? 0, elapsedMs),
    rated_at_ms: ratedAt(key.rated_at_ms, nowMs),
  };
}

export interface Judgement {
  readonly admission: AdmissionVerdict;
  /** The same object if nothing was taken from it. */
  readonly after: Key;
  /** Null if nothing is held. */
  readonly held: HeldRow | null;
}

export interface HeldRow {
  readonly nanousd: number;
  readonly rateTokens: number | null;
}

/** An amount that a request needs some of. */
export interface MoneyLimit {
  readonly of: Extract<AdmissionVerdict, { outcome: "outOfCredits" }>["of"];
  readonly leftNanousd: number;
  /** Null for the organisation's credits. */
  readonly limit: SpentLimit | null;
}

/** `above` are the limits above the key's own, in the order in which they refuse. */
export function judge(
  key: Key,
  request: AdmitRequest,
  above: readonly MoneyLimit[],
  inFlight: number,
): Judgement {
  const limits = key.limit_nanousd === null ? above : [ownLimit(key, request.nowMs), ...above];
  const refuse = (admission: AdmissionVerdict): Judgement => ({
    admission,
    after: key,
    held: null,
  });
  const refusal =
    refusedByState(key, request.nowMs) ??
    refusedByRate(key, request) ??
    refusedInFlight(key, inFlight) ??
    refusedByMoney(key, request, limits);
  if (refusal !== null) return refuse(refusal);
  return request.isGate === true ? passed(key) : admitted(key, request, limits);
}

/** Counted as one request, without a hold. */
function passed(key: Key): Judgement {
  const isCounted = key.requests_per_minute !== null;
  const after = isCounted ? { ...key, requests_debt: debtWithOneMore(key) } : key;
  const workspaceRevision = key.revision;
  const rate = rateOf(after);
  const admission: AdmissionVerdict = {
    outcome: "admitted",
    heldNanousd: 0,
    rate,
    workspaceRevision,
  };
  return { admission, after, held: null };
}

function admitted(key: Key, request: AdmitRequest, limits: readonly MoneyLimit[]): Judgement {
  const wanted = Math.max(request.desiredNanousd, request.minimumNanousd);
  const heldNanousd = limits.reduce(
    (most, { leftNanousd }) => Math.min(most, Math.max(leftNanousd, 0)),
    wanted,
  );
  const rateTokens =
    key.tokens_per_minute === null ? null : Math.min(request.tokens, key.tokens_per_minute);
  const after = {
    ...key,
    held_nanousd: key.held_nanousd + heldNanousd,
    credits_held_nanousd: key.credits_held_nanousd + (request.usesCredits ? heldNanousd : 0),
    requests_debt: request.isCounted === true ? key.requests_debt : debtWithOneMore(key),
    tokens_debt: key.tokens_debt + (rateTokens ?? 0) * unit,
  };
  const admission: AdmissionVerdict = {
    outcome: "admitted",
    heldNanousd,
    rate: rateOf(after),
    workspaceRevision: key.revision,
  };
  return { admission, after, held: { nanousd: heldNanousd, rateTokens } };
}

function debtWithOneMore(key: Key): number {
  return key.requests_debt + (key.requests_per_minute === null ? 0 : unit);
}

function refusedByState(key: Key, nowMs: number): AdmissionVerdict | null {
  if (key.disabled === 1) return { outcome: "unauthenticated", reason: "disabled" };
  if (key.expires_at_ms === null || key.expires_at_ms > nowMs) return null;
  return { outcome: "unauthenticated", reason: "expired" };
}

function refusedByRate(key: Key, request: AdmitRequest): AdmissionVerdict | null {
  const isFree = key.requests_per_minute === null || request.isCounted === true;
  const requestsMs = isFree ? 0 : waitMs(key.requests_debt, key.requests_per_minute ?? 0, 1);
  const tokensMs =
    key.tokens_per_minute === null
      ? 0
      : waitMs(key.tokens_debt, key.tokens_per_minute, request.tokens);
  if (requestsMs === 0 && tokensMs === 0) return null;
  const of = requestsMs >= tokensMs ? "requests" : "tokens";
  const rate =
    of === "requests"
      ? rateState(key.requests_debt, key.requests_per_minute ?? 0)
      : rateState(key.tokens_debt, key.tokens_per_minute ?? 0);
  // The debt is paid off from the key's stamp, which may be a little ahead.
  const aheadMs = key.rated_at_ms - request.nowMs;
  const retryAfterMs = Math.max(requestsMs, tokensMs) + aheadMs;
  return { outcome: "rateLimited", of, retryAfterMs, rate };
}

function refusedInFlight(key: Key, inFlight: number): AdmissionVerdict | null {
  const limit = key.max_requests_in_flight;
  if (limit === null || inFlight < limit) return null;
  return tooManyInFlight(limit);
}

function refusedByMoney(
  { revision }: Key,
  { minimumNanousd }: AdmitRequest,
  limits: readonly MoneyLimit[],
): AdmissionVerdict | null {
  // A request that costs nothing passes, even with a limit below what has been spent.
  if (minimumNanousd === 0) return null;
  const found = limits.find(({ leftNanousd }) => leftNanousd < minimumNanousd);
  if (found === undefined) return null;
  return {
    outcome: "outOfCredits",
    of: found.of,
    remainingNanousd: Math.max(found.leftNanousd, 0),
    limit: found.limit,
    workspaceRevision: revision,
  };
}

function ownLimit(key: Key, nowMs: number): MoneyLimit {
  const limitNanousd = key.limit_nanousd ?? 0;
  const spentNanousd = spentIn(key, key.limit_reset);
  const heldNanousd = key.held_nanousd;
  return {
    of: "key",
    leftNanousd: limitNanousd - spentNanousd - heldNanousd,
    limit: {
      limitNanousd,
      spentNanousd,
      heldNanousd,
      resetsAtMs: periodEndMs(key.limit_reset, nowMs),
      budgetId: null,
    },
  };
}

function rateOf(key: Key): RateState | null {
  return scarcer(
    key.requests_per_minute === null ? null : rateState(key.requests_debt, key.requests_per_minute),
    key.tokens_per_minute === null ? null : rateState(key.tokens_debt, key.tokens_per_minute),
  );
}

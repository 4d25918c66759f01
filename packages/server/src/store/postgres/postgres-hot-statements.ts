import { calendarDay } from "@portico/core/rules/calendar";
import { periodEndMs } from "@portico/core/rules/periods";
import { sql } from "kysely";
import { toFlag } from "../flag.ts";
import { toAttemptFields, usedTokens } from "../money/billed-attempts.ts";
import type { HotStatements } from "../money/hot-statements.ts";
import { toSettledFields, toText, toTextOrNull } from "../money/ledger-row.ts";
import { rateState, tooManyInFlight } from "../money/rate.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { LimitReset } from "../ports/keys.ts";
import type {
  AdmissionVerdict,
  AdmitRequest,
  RateState,
  Settlement,
  SpentLimit,
} from "../ports/money.ts";
import type { Database } from "../schema.ts";

/** A batch is one call of one function: see admit-function.ts and settle-function.ts. */
export function createPostgresHotStatements(
  database: Database,
  { thresholds, unbilledNanousd, isForCredits }: AlertRules,
): HotStatements {
  return {
    async admit(batch) {
      const isEnforced = batch.some((request) => request.usesCredits && request.enforceCredits);
      const keys = Map.groupBy(batch.entries(), ([, { keyId }]) => keyId);
      const groups = [...keys].map(([key_id, requests]) => ({
        key_id,
        requests: requests.map(toAsk),
      }));
      const { rows } = await sql<AdmissionRow>`select * from portico_admit_3(
        ${JSON.stringify(groups)}::json, ${[...keys.keys()]}::bigint[], ${isEnforced}::boolean)`.execute(
        database,
      );
      const admissions = new Map(rows.map((row) => [row.ordinal, row]));
      return batch.map(({ nowMs }, ordinal) => {
        const admission = admissions.get(ordinal);
        if (admission === undefined) throw new Error("portico_admit_3 has left out a request.");
        return toAdmission(admission, nowMs);
      });
    },
    async settle(batch) {
      const keyIds = [...new Set(batch.map(({ keyId }) => keyId))];
      const { rows } = await sql<{ request_id: string }>`select * from portico_settle_3(
        ${JSON.stringify(batch.map(toBooking))}::json, ${keyIds}::bigint[],
        ${[...new Set(batch.map(({ workspaceId }) => workspaceId))]}::text[],
        ${[...new Set(batch.map(({ organisationId }) => organisationId))]}::text[],
        ${[...new Set(batch.map(({ nowMs }) => calendarDay(nowMs).day))]}::integer[],
        ${thresholds}::integer[], ${unbilledNanousd}::bigint, ${isForCredits}::boolean)`.execute(
        database,
      );
      const withoutHold = new Set(rows.map(({ request_id }) => request_id));
      return batch.filter(({ generationId }) => withoutHold.has(generationId));
    },
  };
}

function toAsk([ordinal, request]: [number, AdmitRequest]) {
  const { day, weekStart, monthStart } = calendarDay(request.nowMs);
  return {
    ordinal,
    request_id: request.generationId,
    process_id: request.processId,
    minimum: request.minimumNanousd,
    desired: request.desiredNanousd,
    tokens: request.tokens,
    uses_credits: toFlag(request.usesCredits),
    is_credited: request.usesCredits && request.enforceCredits,
    now_ms: request.nowMs,
    day,
    week_start: weekStart,
    month_start: monthStart,
    operation: request.about?.operation ?? "responses",
    model: toTextOrNull(request.about?.model ?? null) ?? "",
    app_url: toTextOrNull(request.about?.appUrl ?? null),
    app_title: toTextOrNull(request.about?.appTitle ?? null),
    // Left out if absent, as they mostly are.
    ...(request.endUser && { end_user: toText(request.endUser) }),
    ...(request.about?.sessionId && { session_id: toText(request.about.sessionId) }),
    // Left out if false, as it nearly always is.
    ...(request.isGate === true && { is_gate: true }),
    ...(request.isCounted === true && { is_counted: true }),
  };
}

function toBooking(settlement: Settlement) {
  const { day, weekStart, monthStart } = calendarDay(settlement.nowMs);
  const fields = toSettledFields(settlement);
  const billed = toAttemptFields(settlement, fields);
  return {
    ...fields,
    used_tokens: usedTokens(fields, billed ?? []),
    ...(billed !== null && { billed }),
    cost: settlement.state === "released" ? 0 : settlement.costNanousd,
    day,
    week_start: weekStart,
    month_start: monthStart,
  };
}

type AdmissionRow =
  | (AdmittedRow & { readonly outcome: "admitted" })
  | {
      readonly ordinal: number;
      readonly outcome: "unauthenticated";
      readonly detail: "revoked" | "disabled" | "expired";
    }
  | {
      readonly ordinal: number;
      readonly outcome: "outOfCredits";
      readonly detail: SpentOf;
      readonly amount: number;
      readonly revision: number;
      readonly money_limit: number | null;
      readonly money_held: number | null;
      readonly limit_reset: LimitReset | null;
      readonly budget_id: string | null;
    }
  | {
      readonly ordinal: number;
      readonly outcome: "rateLimited";
      readonly detail: "requestsInFlight";
      readonly rate_limit: number;
    }
  | {
      readonly ordinal: number;
      readonly outcome: "rateLimited";
      readonly detail: "requests" | "tokens";
      readonly wait_ms: number;
      readonly rate_limit: number;
      readonly rate_debt: number;
    };

type SpentOf = Extract<AdmissionVerdict, { outcome: "outOfCredits" }>["of"];

interface AdmittedRow {
  readonly ordinal: number;
  readonly amount: number;
  readonly revision: number;
  readonly rate_limit: number | null;
  readonly rate_debt: number | null;
}

function toAdmission(row: AdmissionRow, nowMs: number): AdmissionVerdict {
  switch (row.outcome) {
    case "unauthenticated":
      return { outcome: row.outcome, reason: row.detail };
    case "outOfCredits":
      return {
        outcome: row.outcome,
        of: row.detail,
        remainingNanousd: Math.max(row.amount, 0),
        limit: row.detail === "organisation" ? null : toSpentLimit(row, nowMs),
        workspaceRevision: row.revision,
      };
    case "rateLimited":
      if (row.detail === "requestsInFlight") return tooManyInFlight(row.rate_limit);
      return {
        outcome: row.outcome,
        of: row.detail,
        retryAfterMs: row.wait_ms,
        rate: rateState(row.rate_debt, row.rate_limit),
      };
    case "admitted":
      return {
        outcome: row.outcome,
        heldNanousd: row.amount,
        rate: toRate(row),
        workspaceRevision: row.revision,
      };
  }
}

type SpentRow = Extract<AdmissionRow, { outcome: "outOfCredits" }>;

function toSpentLimit(
  { amount, money_limit, money_held, limit_reset, budget_id }: SpentRow,
  nowMs: number,
): SpentLimit {
  const limitNanousd = money_limit ?? 0;
  const heldNanousd = money_held ?? 0;
  return {
    limitNanousd,
    spentNanousd: limitNanousd - heldNanousd - amount,
    heldNanousd,
    resetsAtMs: periodEndMs(limit_reset, nowMs),
    budgetId: budget_id,
  };
}

function toRate({ rate_limit, rate_debt }: AdmittedRow): RateState | null {
  return rate_limit === null || rate_debt === null ? null : rateState(rate_debt, rate_limit);
}

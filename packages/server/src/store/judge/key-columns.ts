import type { Flag } from "../fields.ts";
import type { Key } from "./rows.ts";

/** Both engines read a key with this statement, which each ends in its own way. */
export const selectKeys = (more = "") => `
  select b.key_id, b.organisation_id, b.held_nanousd, b.usage_nanousd, b.credits_held_nanousd,
    b.credits_used_nanousd, b.day, b.usage_day_nanousd, b.usage_week_nanousd, b.usage_month_nanousd,
    b.requests_debt, b.tokens_debt, b.rated_at_ms, k.disabled, k.limit_nanousd, k.limit_reset,
    k.requests_per_minute, k.tokens_per_minute, k.expires_at_ms, k.deleted_at_ms, w.revision,
    k.workspace_id, k.max_requests_in_flight,
    exists (select 1 from budgets u where u.workspace_id = k.workspace_id)${more}
  from key_balances b join keys k on k.id = b.key_id join workspaces w on w.id = k.workspace_id`;

interface SessionWords {
  readonly type?: string;
  /** The condition that rows of a table are of the workspaces of a batch. */
  readonly ofPlace?: (column: string) => string;
}

/** What a session was charged, and what is held for it. An organisation has few requests under way, so no index finds these. */
export const sessionTotals = (
  keyId: string,
  sessionId: string,
  { type = "", ofPlace = () => "" }: SessionWords = {},
) => `select
  (select coalesce(sum(l.charged_nanousd), 0)${type} from ledger l
    where l.organisation_id = k.organisation_id and l.session_id = ${sessionId}
      and l.key_id = k.id${ofPlace("l.workspace_id")}) as spent,
  (select coalesce(sum(h.amount_nanousd), 0)${type} from holds h
    where h.key_id = k.id and h.session_id = ${sessionId}${ofPlace("h.workspace")}) as held
  from keys k where k.id = ${keyId}`;

/** By position: an object of a driver costs more than the look-up, and so does each copy of it. */
export type KeyColumns = readonly [
  key: number,
  organisation: string,
  held: number,
  usage: number,
  creditsHeld: number,
  creditsUsed: number,
  day: number,
  usageDay: number,
  usageWeek: number,
  usageMonth: number,
  requestsDebt: number,
  tokensDebt: number,
  ratedAt: number,
  disabled: Flag,
  limit: number | null,
  reset: Key["limit_reset"],
  requestsPerMinute: number | null,
  tokensPerMinute: number | null,
  expiresAt: number | null,
  deletedAt: number | null,
  revision: number,
  workspace: string,
  mostInFlight: number | null,
  hasBudgets: Flag,
];

export function toKey(row: KeyColumns): Key {
  return {
    key_id: row[0],
    organisation_id: row[1],
    held_nanousd: row[2],
    usage_nanousd: row[3],
    credits_held_nanousd: row[4],
    credits_used_nanousd: row[5],
    day: row[6],
    usage_day_nanousd: row[7],
    usage_week_nanousd: row[8],
    usage_month_nanousd: row[9],
    requests_debt: row[10],
    tokens_debt: row[11],
    rated_at_ms: row[12],
    disabled: row[13],
    limit_nanousd: row[14],
    limit_reset: row[15],
    requests_per_minute: row[16],
    tokens_per_minute: row[17],
    expires_at_ms: row[18],
    deleted_at_ms: row[19],
    revision: row[20],
    workspace_id: row[21],
    max_requests_in_flight: row[22],
    has_budgets: row[23],
  };
}

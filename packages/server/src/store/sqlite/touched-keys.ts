import type { DatabaseSync } from "node:sqlite";
import type { Flag } from "../flag.ts";
import type { KeyBalanceRow, KeyRow } from "../schema.ts";

/** Everything that decisions and bookings need of a key. */
export type Key = KeyBalanceRow &
  Pick<
    KeyRow,
    | "disabled"
    | "limit_nanousd"
    | "limit_reset"
    | "requests_per_minute"
    | "tokens_per_minute"
    | "expires_at_ms"
    | "deleted_at_ms"
    | "workspace_id"
    | "max_requests_in_flight"
  > & { readonly revision: number; readonly has_budgets: Flag };

/** The keys of one transaction: each is read once, and written once after all decisions, with the totals of their credits. */
export interface TouchedKeys {
  of(id: number): Key | undefined;
  /** Stores the key as it is after a decision. */
  change(key: Key): void;
  /** Writes the keys that have changed since the last call. */
  write(): void;
}

export function createKeyTable(database: DatabaseSync): { touch(): TouchedKeys } {
  const read = createReader(database);
  const write = createBalanceWriter(database);
  const addCredits = createCreditsWriter(database);
  return {
    touch() {
      const keys = new Map<number, Key>();
      const changed = new Map<number, Key>();
      const credits = new Map<string, Credited>();
      return {
        of(id) {
          const known = keys.get(id) ?? read(id);
          if (known !== undefined) keys.set(id, known);
          return known;
        },
        change(key) {
          creditKey(credits, keys.get(key.key_id), key);
          keys.set(key.key_id, key);
          changed.set(key.key_id, key);
        },
        write() {
          for (const key of changed.values()) write(key);
          changed.clear();
          for (const [id, { held, used }] of credits) addCredits(held, used, id);
          credits.clear();
        },
      };
    },
  };
}

interface Credited {
  held: number;
  used: number;
}

function creditKey(credits: Map<string, Credited>, before: Key | undefined, after: Key): void {
  const held = after.credits_held_nanousd - (before?.credits_held_nanousd ?? 0);
  const used = after.credits_used_nanousd - (before?.credits_used_nanousd ?? 0);
  if (held === 0 && used === 0) return;
  const known = credits.get(after.organisation_id);
  if (known === undefined) credits.set(after.organisation_id, { held, used });
  else {
    known.held += held;
    known.used += used;
  }
}

function createCreditsWriter(database: DatabaseSync) {
  const add = database.prepare(`update organisations set
      credits_held_nanousd = credits_held_nanousd + ?, credits_used_nanousd = credits_used_nanousd + ?
    where id = ? and credits_kept = 1`);
  return (held: number, used: number, organisationId: string) => {
    add.run(held, used, organisationId);
  };
}

/** By position: an object that SQLite creates costs more than the look-up, and so does each copy of it. */
function createReader(database: DatabaseSync): (id: number) => Key | undefined {
  const byId = database.prepare(`
    select b.key_id, b.organisation_id, b.held_nanousd, b.usage_nanousd, b.credits_held_nanousd,
      b.credits_used_nanousd, b.day, b.usage_day_nanousd, b.usage_week_nanousd, b.usage_month_nanousd,
      b.requests_debt, b.tokens_debt, b.rated_at_ms, k.disabled, k.limit_nanousd, k.limit_reset,
      k.requests_per_minute, k.tokens_per_minute, k.expires_at_ms, k.deleted_at_ms, w.revision,
      k.workspace_id, k.max_requests_in_flight,
      exists (select 1 from budgets u where u.workspace_id = k.workspace_id)
    from key_balances b join keys k on k.id = b.key_id join workspaces w on w.id = k.workspace_id
    where b.key_id = ?`);
  byId.setReturnArrays(true);
  return (id) => {
    // The columns are those of the statement above.
    const row: unknown = byId.get(id);
    return row === undefined ? undefined : toKey(row as KeyColumns);
  };
}

type KeyColumns = readonly [
  ...[key: number, organisation: string, held: number, usage: number],
  ...[creditsHeld: number, creditsUsed: number],
  ...[day: number, usageDay: number, usageWeek: number, usageMonth: number],
  ...[requestsDebt: number, tokensDebt: number, ratedAt: number],
  ...[disabled: Key["disabled"], limit: number | null, reset: Key["limit_reset"]],
  ...[requestsPerMinute: number | null, tokensPerMinute: number | null],
  ...[expiresAt: number | null, deletedAt: number | null, revision: number],
  ...[workspace: string, mostInFlight: number | null, hasBudgets: Flag],
];

function toKey(row: KeyColumns): Key {
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

/** Writes a row that was read in the same transaction. */
function createBalanceWriter(database: DatabaseSync): (row: KeyBalanceRow) => void {
  const update = database.prepare(`
    update key_balances set held_nanousd = ?, usage_nanousd = ?, credits_held_nanousd = ?,
      credits_used_nanousd = ?, day = ?, usage_day_nanousd = ?, usage_week_nanousd = ?,
      usage_month_nanousd = ?, requests_debt = ?, tokens_debt = ?, rated_at_ms = ?
    where key_id = ?`);
  return (row) => {
    update.run(
      row.held_nanousd,
      row.usage_nanousd,
      row.credits_held_nanousd,
      row.credits_used_nanousd,
      row.day,
      row.usage_day_nanousd,
      row.usage_week_nanousd,
      row.usage_month_nanousd,
      row.requests_debt,
      row.tokens_debt,
      row.rated_at_ms,
      row.key_id,
    );
  };
}

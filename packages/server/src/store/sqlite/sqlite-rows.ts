import type { DatabaseSync } from "node:sqlite";
import { chargesByDaySql, type DayCharge, firstBalance, sumsOf } from "../budgets/end-user-sums.ts";
import { everyOf, scopeOf } from "../budgets/subjects.ts";
import { newBudgetBalances } from "../judge/hot-tables.ts";
import { type KeyColumns, selectKeys, sessionTotals, toKey } from "../judge/key-columns.ts";
import type { Hold, StoredRows } from "../judge/rows.ts";
import type { BudgetBalanceRow, BudgetRow, HoldRow } from "../schema.ts";
import { inserter } from "./sqlite-writer.ts";

/** Reads a row when a decision needs it. Within a transaction, which is exclusive. */
export function createSqliteRows(database: DatabaseSync): StoredRows {
  return {
    ...createKeyReader(database),
    ...createBudgetReader(database),
    credits: createCreditsReader(database),
    takeHold: createHoldTaker(database),
    ...createRareReader(database),
  };
}

type KeyReader = Pick<StoredRows, "key" | "keyName" | "openRequests" | "session" | "closedMs">;

function createKeyReader(database: DatabaseSync): KeyReader {
  const byId = database.prepare(`${selectKeys()} where b.key_id = ?`);
  byId.setReturnArrays(true);
  const name = database.prepare("select name from keys where id = ?");
  const open = database.prepare(
    "select count(*) as open from holds where key_id = ? and in_flight = 1",
  );
  const session = database.prepare(sessionTotals("?1", "?2"));
  const closed = database.prepare("select closed_ms from activity_cursor where id = 1");
  return {
    key(id) {
      // The columns are those of the statement above.
      const row: unknown = byId.get(id);
      return row === undefined ? undefined : toKey(row as KeyColumns);
    },
    keyName: (id) => String(name.get(id)?.["name"]),
    openRequests: (keyId) => Number(open.get(keyId)?.["open"]),
    session(keyId, sessionId) {
      const found = session.get(keyId, sessionId);
      return { spent: Number(found?.["spent"]), held: Number(found?.["held"]) };
    },
    closedMs: () => Number(closed.get()?.["closed_ms"] ?? 0),
  };
}

/** SQLite numbers parameters with a question mark. */
function numbered(statement: string): string {
  return statement.replaceAll("$", "?");
}

type BudgetReader = Pick<
  StoredRows,
  "budget" | "balance" | "balanceOf" | "whole" | "firstBalance" | "addBalance"
>;

/** Only for workspaces with budgets, so rows are read by name. */
function createBudgetReader(database: DatabaseSync): BudgetReader {
  const byId = database.prepare("select * from budget_balances where id = ?");
  const bySubject = database.prepare(
    "select * from budget_balances where workspace_id = ? and end_user = ?",
  );
  const budget = database.prepare(`select * from budgets where workspace_id = ? and scope = ?
    and coalesce(end_user, '') in (?, ?) order by coalesce(end_user, '') desc limit 1`);
  const charges = database.prepare(numbered(chargesByDaySql));
  // The id is given out by SQLite.
  const columns = newBudgetBalances.columns.filter((column) => column !== "id");
  const insert = inserter<BudgetBalanceRow>(database, { ...newBudgetBalances, columns });
  return {
    // The tables' columns are those of the types.
    budget: (workspaceId, subject) =>
      budget.get(workspaceId, scopeOf(subject), subject, everyOf(subject)) as BudgetRow | undefined,
    balance: (id) => byId.get(id) as BudgetBalanceRow | undefined,
    balanceOf: (workspaceId, endUser) =>
      bySubject.get(workspaceId, endUser) as BudgetBalanceRow | undefined,
    whole: (after) => after,
    firstBalance(found, subject, nowMs) {
      const { organisation_id, workspace_id, scope } = found;
      const days: unknown =
        scope === "tag" ? [] : charges.all(organisation_id, workspace_id, subject);
      return firstBalance(found, subject, sumsOf(days as readonly DayCharge[], nowMs));
    },
    addBalance: (balance) => Number(insert(balance).lastInsertRowid),
  };
}

function createCreditsReader(database: DatabaseSync): StoredRows["credits"] {
  const read = database.prepare(`
    select granted_nanousd as granted, credits_kept as is_kept, credits_used_nanousd as used,
      credits_held_nanousd as held from organisations where id = ?`);
  const sum = database.prepare(`
    select coalesce(sum(credits_used_nanousd), 0) as used,
      coalesce(sum(credits_held_nanousd), 0) as held from key_balances where organisation_id = ?`);
  const keep = database.prepare(`update organisations set credits_kept = 1,
      credits_used_nanousd = ?, credits_held_nanousd = ? where id = ?`);
  return (organisationId, isKept) => {
    const found = read.get(organisationId);
    const granted = Number(found?.["granted"] ?? 0);
    const isKeptAlready = found?.["is_kept"] === 1;
    const totals = isKeptAlready ? found : sum.get(organisationId);
    const used = Number(totals?.["used"] ?? 0);
    const held = Number(totals?.["held"] ?? 0);
    if (isKept && !isKeptAlready) keep.run(used, held, organisationId);
    return { granted, used, held };
  };
}

type RareReader = Pick<StoredRows, "takeWholeHold" | "beats">;

function createRareReader(database: DatabaseSync): RareReader {
  const take = database.prepare(
    "delete from holds where request_id = ? and key_id = ? returning *",
  );
  const beats = database.prepare("select beats from processes where id = ?");
  return {
    // The table's columns are those of the type.
    takeWholeHold: ({ generationId, keyId }) =>
      take.get(generationId, keyId) as HoldRow | undefined,
    beats(processId) {
      const found = beats.get(processId)?.["beats"];
      return found === undefined ? null : Number(found);
    },
  };
}

type HoldColumns = readonly [
  amount: number,
  usesCredits: Hold["uses_credits"],
  rateTokens: number | null,
  createdAt: number,
  workspaceBalance: number | null,
  endUserBalance: number | null,
  inFlight: Hold["in_flight"],
  tagBalances: string | null,
];

/** Selects, then deletes: for `returning` SQLite builds a table, which takes twice as long. */
function createHoldTaker(database: DatabaseSync): StoredRows["takeHold"] {
  const find = database.prepare(`
    select amount_nanousd, uses_credits, rate_tokens, created_at_ms, workspace_balance_id,
      end_user_balance_id, in_flight, tag_balance_ids
    from holds
    where request_id = ? and key_id = ?`);
  find.setReturnArrays(true);
  const remove = database.prepare("delete from holds where request_id = ?");
  return ({ generationId, keyId }) => {
    const found: unknown = find.get(generationId, keyId);
    if (found === undefined) return undefined;
    remove.run(generationId);
    // The columns are those of the statement above.
    const hold = found as HoldColumns;
    return {
      amount_nanousd: hold[0],
      uses_credits: hold[1],
      rate_tokens: hold[2],
      created_at_ms: hold[3],
      workspace_balance_id: hold[4],
      end_user_balance_id: hold[5],
      in_flight: hold[6],
      tag_balance_ids: hold[7],
    };
  };
}

import {
  activityDays,
  alerts,
  budgetBalances,
  type HotTable,
  holds,
  keyBalances,
  ledger,
  ledgerAttempts,
  newBudgetBalances,
  newShares,
  shares,
  unbilledDays,
} from "../judge/hot-tables.ts";
import type { Rows } from "../judge/rows.ts";
import type { Writes } from "../judge/writes.ts";
import type { AlertRow, UnbilledDayRow } from "../schema.ts";
import { toSafeInteger } from "./host-pools.ts";
import {
  type Call,
  numberList,
  placed,
  type Statement,
  statement,
  type TextRow,
} from "./pipeline.ts";
import type { PostgresRows } from "./postgres-rows.ts";
import { creditsIn, isOfCredits, type ShareRows } from "./share-rows.ts";
import { noUsage } from "./share-sizes.ts";
import type { MadeShare } from "./shares.ts";

/** A batch is a list in JSON: one parameter for any length, so one plan. */
function rowsOf(name: string): string {
  return `json_populate_recordset(null::${name}, $1::json)`;
}

function insertInto({ name, columns, onConflict }: HotTable): Statement {
  const names = columns.join(", ");
  // The ids of balances were given out before.
  const overriding =
    columns.includes("id") && name === "budget_balances" ? "overriding system value" : "";
  return statement(
    `insert into ${name} (${names}) ${overriding} select ${names} from ${rowsOf(name)} ${onConflict}`,
  );
}

function update({ name, columns }: HotTable): Statement {
  const place = name === "budget_balances" ? "workspace_id" : "workspace";
  const [id, ...changed] = columns;
  const set = changed.map((column) => `${column} = r.${column}`).join(", ");
  return placed(
    (of) =>
      `update ${name} t set ${set} from ${rowsOf(name)} r where t.${id} = r.${id}${of(`t.${place}`)}`,
  );
}

const statements = {
  keys: update(keyBalances),
  balances: update(budgetBalances),
  shares: update(shares),
  newShares: insertInto(newShares),
  newBalances: insertInto(newBudgetBalances),
  credits:
    statement(`update organisations o set credits_held_nanousd = o.credits_held_nanousd + r.held,
      credits_used_nanousd = o.credits_used_nanousd + r.used
    from json_to_recordset($1::json) as r(id text, held bigint, used bigint)
    where o.id = r.id and o.credits_kept = 1`),
  holds: insertInto(holds),
  ledger: insertInto(ledger),
  attempts: insertInto(ledgerAttempts),
  activity: insertInto(activityDays.postgres),
  unbilled: insertInto(unbilledDays),
  alerts: insertInto(alerts),
};

const dropShares = placed(
  (of) => `delete from shares s where s.id = any($1::bigint[])${of("s.workspace")}`,
);

/** What a batch has changed and added. The totals of unbilled days are what its last statement returns. */
export function callsToWrite(
  rows: Rows,
  writes: Writes,
  stored: Pick<PostgresRows, "firstBalances"> & Shared,
): readonly Call[] {
  const { firstBalances, shares: own } = stored;
  const newIds = new Set(Array.from(firstBalances.values(), ({ id }) => id));
  const balances = [...rows.changedBalances.values()];
  const changed = balances.filter(({ id }) => !newIds.has(id) && own.ofBalance(id) === undefined);
  const made = balances.filter(({ id }) => newIds.has(id));
  return [
    ...callFor(statements.keys, [...rows.changedKeys.values()]),
    ...callFor(statements.balances, changed),
    ...callFor(statements.newBalances, made.toSorted(byEndUser)),
    ...callFor(statements.credits, changedTotals(rows, stored)),
    ...callsToShare(rows, stored),
    ...callFor(statements.holds, writes.holds),
    ...callFor(statements.ledger, writes.ledger),
    ...callFor(statements.attempts, writes.attempts),
    ...callFor(statements.activity, [...writes.activity.values()]),
    ...callsToAlert(writes.alerts),
    ...callFor(statements.unbilled, [...writes.unbilled.values()]),
  ];
}

type Shared = Pick<PostgresRows, "shares" | "isKept" | "credits" | "unlocked">;

/** What is added to the totals of organisations: also by shares that are made, or taken back. */
function changedTotals(rows: Rows, { shares, isKept, credits, unlocked }: Shared) {
  const { taken, made } = shares;
  const ids = new Set([
    ...rows.changedCredits.keys(),
    ...[...taken, ...made].filter(isOfCredits).map((share) => share.organisation_id),
  ]);
  return [...ids].flatMap((id) => {
    if (!isKept(id) || shares.ofCredits(id) !== undefined || unlocked(id) !== null) return [];
    const { held = 0, used = 0 } = rows.changedCredits.get(id) ?? {};
    const back = creditsIn(taken, id, credits(id, true).granted);
    const given = made
      .filter((share) => isOfCredits(share) && share.organisation_id === id)
      .reduce((sum, share) => sum - share.held_nanousd, 0);
    return [{ id, held: held + back.held + given, used: used + back.used }];
  });
}

/** What the batch has changed of this process's own shares, in place of the rows of their subjects. */
function changedShares(rows: Rows, shares: ShareRows) {
  const ofBudgets = Array.from(rows.changedBalances.values(), (after) => {
    const share = shares.ofBalance(after.id);
    return share === undefined ? [] : [{ ...after, id: share.id }];
  });
  const ofCredits = Array.from(rows.changedCredits, ([id, { held, used }]) => {
    const share = shares.ofCredits(id);
    if (share === undefined) return [];
    const { held_nanousd, usage_nanousd } = share;
    return [{ ...share, held_nanousd: held_nanousd + held, usage_nanousd: usage_nanousd + used }];
  });
  return [...ofBudgets, ...ofCredits].flat();
}

/**
 * Where tables are spread, totals are on all nodes: what a batch adds to them without their lock is a share of its own, which
 * the next admission that locks them takes back.
 */
function addedShares(rows: Rows, { shares, isKept, unlocked }: Shared): readonly MadeShare[] {
  return [...rows.changedCredits].flatMap(([id, { held, used }]) => {
    const found = isKept(id) && shares.ofCredits(id) === undefined ? unlocked(id) : null;
    if (found === null || (held === 0 && used === 0)) return [];
    const key = [...rows.changedKeys.values()].find((each) => each.organisation_id === id);
    if (key === undefined) return [];
    return [
      {
        ...noUsage,
        organisation_id: id,
        workspace: key.workspace_id,
        balance_id: null,
        holder: found.holder,
        lane: "settle" as const,
        granted_nanousd: found.granted,
        held_nanousd: held,
        usage_nanousd: used,
        day: 0,
      },
    ];
  });
}

/** A share that is made again keeps its row: who waits for its lock finds it. */
function callsToShare(rows: Rows, stored: Shared): readonly Call[] {
  const { shares } = stored;
  const { taken, made } = shares;
  const again = made.filter(({ id }) => id !== undefined);
  const kept = new Set(again.map(({ id }) => id));
  const dropped = taken.map(({ id }) => id).filter((id) => !kept.has(id));
  return [
    ...callFor(statements.shares, [...changedShares(rows, shares), ...again]),
    ...(dropped.length === 0 ? [] : [{ statement: dropShares, values: [numberList(dropped)] }]),
    ...callFor(statements.newShares, [
      ...made.filter(({ id }) => id === undefined),
      ...addedShares(rows, stored),
    ]),
  ];
}

/** From the answers to these calls. */
export function toUnbilledDays(answers: readonly TextRow[][]): readonly UnbilledDayRow[] {
  return (answers.at(-1) ?? []).map(([organisation, day, nanousd]) => ({
    organisation_id: organisation ?? "",
    day: toSafeInteger(day ?? ""),
    unbilled_nanousd: toSafeInteger(nanousd ?? ""),
  }));
}

export function callsToAlert(rows: readonly AlertRow[]): readonly Call[] {
  return callFor(statements.alerts, rows);
}

function callFor(asked: Statement, rows: readonly object[]): readonly Call[] {
  return rows.length === 0 ? [] : [{ statement: asked, values: [JSON.stringify(rows)] }];
}

/** In one order, so that two batches never wait for each other's rows. */
function byEndUser(a: { readonly end_user: string }, b: { readonly end_user: string }): number {
  return a.end_user < b.end_user ? -1 : 1;
}

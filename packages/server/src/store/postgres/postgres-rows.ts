import { type DayCharge, firstBalance, sumsOf } from "../budgets/end-user-sums.ts";
import { withParts } from "../budgets/shares.ts";
import { budgetAmong } from "../budgets/subjects.ts";
import { type KeyColumns, toKey } from "../judge/key-columns.ts";
import { type Key, type StoredRows, subjectOf } from "../judge/rows.ts";
import type { Cancellation } from "../ports/money.ts";
import type { BudgetBalanceRow, BudgetRow } from "../schema.ts";
import { toSafeInteger } from "./host-pools.ts";
import type { BatchRead } from "./hot-reads.ts";
import type { TextRow } from "./pipeline.ts";
import { asBalance, createShareRows, creditsIn, type ShareRows, withTaken } from "./share-rows.ts";
import type { OwnShares } from "./shares.ts";

/** The balance of an end user that has none yet: the id that it gets, and what the end user was charged. */
export interface FirstBalance {
  readonly id: number;
  readonly charges: readonly DayCharge[];
}

export interface Unlocked extends Pick<OwnShares, "holder"> {
  readonly granted: number;
}

/** The rows that a batch has locked and read. */
export interface PostgresRows extends StoredRows {
  /** Where totals are to be kept and are not yet. */
  readonly unkept: readonly string[];
  /** Whether an organisation's totals are kept. The locks on its keys keep that as it is. */
  isKept(organisationId: string): boolean;
  /** Of an organisation whose totals the batch has not locked: what it was granted, and the shares' place. */
  unlocked(organisationId: string): Unlocked | null;
  /** By subject. */
  readonly firstBalances: Map<string, FirstBalance>;
  readonly shares: ShareRows;
  /** The organisations of which the batch has read the totals, and keeps them. */
  sharedCredits(): readonly string[];
  /** The balances whose shares are taken back. */
  takenBack(): readonly BudgetBalanceRow[];
}

export function createPostgresRows(read: BatchRead, own: OwnShares): PostgresRows {
  const shares = createShareRows(read);
  const keys = new Map(read.keys.map((row) => [toInteger(row[0]), row]));
  const decoded = new Map<number, Key>();
  const kept = new Set(
    read.keys.filter((row) => row[keptColumn] === "1").map((row) => row[organisationColumn]),
  );
  return {
    key(id) {
      const row = keys.get(id);
      if (row === undefined) return undefined;
      const key = decoded.get(id) ?? toKey(toKeyColumns(row));
      decoded.set(id, key);
      return key;
    },
    keyName: (id) => String(keys.get(id)?.[nameColumn]),
    openRequests: (id) => toInteger(keys.get(id)?.[openColumn]),
    session(keyId, sessionId) {
      const row = read.sessions.find(
        ([key, name]) => toInteger(key) === keyId && name === sessionId,
      );
      return { spent: toInteger(row?.[2]), held: toInteger(row?.[3]) };
    },
    isKept: (organisationId) => kept.has(organisationId),
    unlocked(organisationId) {
      if (!own.isSpread || read.organisations.some(([id]) => id === organisationId)) return null;
      const row = read.keys.find((each) => each[organisationColumn] === organisationId);
      return { granted: toInteger(row?.[grantedColumn]), holder: own.holder };
    },
    closedMs: () => toInteger(read.closed[0]?.[0]),
    beats: () => toIntegerOrNull(read.process[0]?.[0]),
    shares,
    ...creditsOf(read, own, shares),
    ...holdsOf(read),
    ...budgetsOf(read, own, shares),
  };
}

const organisationColumn = 1;
/** Behind the columns that both engines read. */
const nameColumn = 24;
const keptColumn = 25;
const openColumn = 26;
const grantedColumn = 27;
const textColumns: ReadonlySet<number> = new Set([organisationColumn, 15, 21]);

function toKeyColumns(row: TextRow): KeyColumns {
  const values: unknown = row
    .slice(0, nameColumn)
    .map((value, column) =>
      value === null || textColumns.has(column) ? value : toSafeInteger(value),
    );
  return values as KeyColumns;
}

function toInteger(text: string | null | undefined): number {
  return text === null || text === undefined ? 0 : toSafeInteger(text);
}

function toIntegerOrNull(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : toSafeInteger(text);
}

function creditsOf(
  { organisations }: BatchRead,
  { lane }: OwnShares,
  shares: ShareRows,
): Pick<PostgresRows, "credits" | "unkept" | "sharedCredits"> {
  const byId = new Map(organisations.map((row) => [String(row[0]), row]));
  return {
    unkept: organisations.filter((row) => row[4] !== "1").map((row) => String(row[0])),
    sharedCredits: () => organisations.filter((row) => row[4] === "1").map((row) => String(row[0])),
    credits(organisationId) {
      const own = lane === "admit" ? shares.ofCredits(organisationId) : undefined;
      if (own !== undefined)
        return { granted: own.granted_nanousd, used: 0, held: own.held_nanousd };
      const row = byId.get(organisationId);
      const granted = toInteger(row?.[1]);
      const taken = creditsIn(shares.taken, organisationId, granted);
      return {
        granted,
        used: toInteger(row?.[2]) + taken.used,
        held: toInteger(row?.[3]) + taken.held,
      };
    },
  };
}

/** They are deleted already, with the lock on their keys. */
function holdsOf({ holds, whole }: BatchRead): Pick<StoredRows, "takeHold" | "takeWholeHold"> {
  const byId = new Map(holds.map((row) => [String(row[0]), row]));
  const take = ({ generationId }: Cancellation) => {
    const row = byId.get(generationId);
    byId.delete(generationId);
    return row;
  };
  return {
    takeWholeHold(of) {
      const isTaken = take(of) !== undefined;
      const [, text] = whole.find(([id]) => id === of.generationId) ?? [];
      return isTaken ? JSON.parse(text ?? "") : undefined;
    },
    takeHold(of) {
      const row = take(of);
      if (row === undefined) return undefined;
      return {
        amount_nanousd: toInteger(row[1]),
        uses_credits: row[2] === "1" ? 1 : 0,
        rate_tokens: toIntegerOrNull(row[3]),
        created_at_ms: toInteger(row[4]),
        workspace_balance_id: toIntegerOrNull(row[5]),
        end_user_balance_id: toIntegerOrNull(row[6]),
        in_flight: row[7] === "1" ? 1 : null,
        tag_balance_ids: row[8] ?? null,
      };
    },
  };
}

type OfBudgets = Pick<
  PostgresRows,
  | "budget"
  | "balance"
  | "balanceOf"
  | "whole"
  | "firstBalance"
  | "addBalance"
  | "firstBalances"
  | "takenBack"
>;

function budgetsOf(read: BatchRead, own: OwnShares, shares: ShareRows): OfBudgets {
  const budgets = read.budgets.map((row): BudgetRow => JSON.parse(row[0] ?? ""));
  const balances = new Map(
    read.balances.map(toBalance).map((balance) => [balance.id, balance] as const),
  );
  for (const [workspaceId, id] of own.balances) {
    const share = shares.ofBalance(id);
    if (share !== undefined) balances.set(id, asBalance(share, workspaceId));
  }
  const present = (balance: BudgetBalanceRow | undefined) =>
    balance === undefined ? undefined : withTaken(balance, shares.taken);
  const bySubject = new Map(
    Array.from(balances.values(), (row) => [subjectOf(row.workspace_id, row.end_user), row]),
  );
  const firstBalances = new Map<string, FirstBalance>();
  return {
    budget: (workspaceId, subject) =>
      budgetAmong(
        budgets.filter((row) => row.workspace_id === workspaceId),
        subject,
      ),
    balance: (id) => present(balances.get(id)),
    balanceOf: (workspaceId, endUser) => present(bySubject.get(subjectOf(workspaceId, endUser))),
    whole(after) {
      const whole = after.end_user === "" ? shares.wholeOf(after.workspace_id) : undefined;
      if (whole === undefined || whole.balance.id !== after.id) return after;
      const own = shares.ofBalance(after.id);
      if (own === undefined) return withParts(after, whole.shares);
      return withParts(after, [whole.balance, ...whole.shares.filter(({ id }) => id !== own.id)]);
    },
    takenBack() {
      const ids = new Set(shares.taken.flatMap(({ balance_id }) => balance_id ?? []));
      return Array.from(ids, (id) => {
        const balance = present(balances.get(id));
        if (balance === undefined) throw new Error("A share was taken back without its balance.");
        return balance;
      });
    },
    firstBalances,
    firstBalance(budget, endUser, nowMs) {
      const first = firstBalances.get(subjectOf(budget.workspace_id, endUser));
      if (first === undefined) throw new Error("The balance of a new end user was not prepared.");
      const { id, charges } = first;
      return { ...firstBalance(budget, endUser, sumsOf(charges, nowMs)), id };
    },
    addBalance() {
      throw new Error("A new balance has its id already.");
    },
  };
}

function toBalance(row: TextRow): BudgetBalanceRow {
  return {
    id: toInteger(row[0]),
    organisation_id: String(row[1]),
    workspace_id: String(row[2]),
    end_user: String(row[3]),
    held_nanousd: toInteger(row[4]),
    usage_nanousd: toInteger(row[5]),
    day: toInteger(row[6]),
    usage_day_nanousd: toInteger(row[7]),
    usage_week_nanousd: toInteger(row[8]),
    usage_month_nanousd: toInteger(row[9]),
  };
}

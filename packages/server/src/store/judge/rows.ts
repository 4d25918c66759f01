import type { Flag } from "../fields.ts";
import type { Cancellation } from "../ports/money.ts";
import type { BudgetBalanceRow, BudgetRow, HoldRow, KeyBalanceRow, KeyRow } from "../schema.ts";

/** Everything that decisions and bookings need of a key. */
export type Key = Omit<KeyBalanceRow, "workspace"> &
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

/** What a settlement needs of its hold. */
export type Hold = Pick<
  HoldRow,
  | "amount_nanousd"
  | "uses_credits"
  | "rate_tokens"
  | "created_at_ms"
  | "workspace_balance_id"
  | "end_user_balance_id"
  | "tag_balance_ids"
  | "in_flight"
>;

/** A balance with the budget that it is compared with. The balance of a new end user has the id 0 until it is stored. */
export interface Covered {
  readonly budget: BudgetRow;
  readonly balance: BudgetBalanceRow;
}

/** What the requests of a session were charged, and what the stored holds of others are. */
export interface SessionTotals {
  readonly spent: number;
  readonly held: number;
}

export interface CreditTotals {
  readonly granted: number;
  readonly used: number;
  readonly held: number;
}

/** The rows as they are stored. Each engine locks them, and reads them in its own way. */
export interface StoredRows {
  key(id: number): Key | undefined;
  keyName(id: number): string;
  /** The budget that a workspace, an end user or a tag is compared with now, by its subject: see budgets/subjects.ts. */
  budget(workspaceId: string, endUser: string): BudgetRow | undefined;
  /** Undefined if its budget was deleted. */
  balance(id: number): BudgetBalanceRow | undefined;
  balanceOf(workspaceId: string, endUser: string): BudgetBalanceRow | undefined;
  /** A changed balance with what stands in other rows of its subject. */
  whole(after: BudgetBalanceRow): BudgetBalanceRow;
  /** The balance of a subject that no budget has covered before, with what it has spent so far. Nothing is held. */
  firstBalance(budget: BudgetRow, endUser: string, nowMs: number): BudgetBalanceRow;
  /** Stores a balance whose id is 0. Returns its id. */
  addBalance(balance: BudgetBalanceRow): number;
  /** An organisation's credits. With `isKept` its totals are kept from here on, if they were not. */
  credits(organisationId: string, isKept: boolean): CreditTotals;
  openRequests(keyId: number): number;
  /** Only of sessions that have a budget in this batch. */
  session(keyId: number, sessionId: string): SessionTotals;
  /** Deletes the hold. */
  takeHold(of: Cancellation): Hold | undefined;
  /** Likewise, with the facts under which an abandoned request is listed. */
  takeWholeHold(of: Cancellation): HoldRow | undefined;
  /** The heartbeats of a process; null for one that has sent none. */
  beats(processId: string): number | null;
  /** The time until which no row is booked any more: see money/count-hours.ts. */
  closedMs(): number;
}

/** What a transaction changes of an organisation's credits. */
export interface CreditChange {
  held: number;
  used: number;
}

/** The rows that a transaction decides about: each is read once, and written once after all decisions. */
export interface Rows
  extends Pick<StoredRows, "keyName" | "closedMs" | "beats" | "whole" | "session"> {
  key(id: number): Key | undefined;
  changeKey(after: Key): void;
  /** Undefined if no budget covers the subject. */
  covering(workspaceId: string, endUser: string, nowMs: number): Covered | undefined;
  balance(id: number): BudgetBalanceRow | undefined;
  budgetOf(balance: BudgetBalanceRow): BudgetRow | undefined;
  /** Returns its id. */
  changeBalance(after: BudgetBalanceRow): number;
  /** With all that this transaction has changed of them. */
  credits(organisationId: string, isKept: boolean): CreditTotals;
  openRequests(keyId: number): number;
  /** A hold with a mark is counted as a request in flight. */
  holdAdded(hold: Pick<HoldRow, "key_id" | "in_flight">): void;
  takeHold(of: Cancellation): Hold | undefined;
  takeWholeHold(of: Cancellation): HoldRow | undefined;
  readonly changedKeys: ReadonlyMap<number, Key>;
  readonly changedBalances: ReadonlyMap<number, BudgetBalanceRow>;
  readonly changedCredits: ReadonlyMap<string, CreditChange>;
}

export function createRows(stored: StoredRows): Rows {
  const inFlight = new Map<number, number>();
  const openRequests = (keyId: number): number => {
    const open = inFlight.get(keyId) ?? stored.openRequests(keyId);
    inFlight.set(keyId, open);
    return open;
  };
  const taken = <Taken extends Hold>({ keyId }: Cancellation, hold: Taken | undefined) => {
    const open = inFlight.get(keyId);
    if (hold?.in_flight === 1 && open !== undefined) inFlight.set(keyId, open - 1);
    return hold;
  };
  return {
    ...keyRows(stored),
    ...budgetRows(stored),
    keyName: stored.keyName,
    closedMs: stored.closedMs,
    beats: stored.beats,
    whole: stored.whole,
    session: stored.session,
    openRequests,
    holdAdded({ key_id, in_flight }) {
      if (in_flight === 1) inFlight.set(key_id, openRequests(key_id) + 1);
    },
    takeHold: (of) => taken(of, stored.takeHold(of)),
    takeWholeHold: (of) => taken(of, stored.takeWholeHold(of)),
  };
}

type OfKeys = Pick<Rows, "key" | "changeKey" | "credits" | "changedKeys" | "changedCredits">;

function keyRows(stored: StoredRows): OfKeys {
  const keys = new Map<number, Key>();
  const changedKeys = new Map<number, Key>();
  const changedCredits = new Map<string, CreditChange>();
  const totals = new Map<string, CreditTotals>();
  return {
    changedKeys,
    changedCredits,
    key(id) {
      const known = keys.get(id) ?? stored.key(id);
      if (known !== undefined) keys.set(id, known);
      return known;
    },
    changeKey(after) {
      addCredits(changedCredits, keys.get(after.key_id), after);
      keys.set(after.key_id, after);
      changedKeys.set(after.key_id, after);
    },
    credits(organisationId, isKept) {
      const found = totals.get(organisationId) ?? stored.credits(organisationId, isKept);
      totals.set(organisationId, found);
      const { used = 0, held = 0 } = changedCredits.get(organisationId) ?? {};
      return { granted: found.granted, used: found.used + used, held: found.held + held };
    },
  };
}

function addCredits(changes: Map<string, CreditChange>, before: Key | undefined, after: Key): void {
  const held = after.credits_held_nanousd - (before?.credits_held_nanousd ?? 0);
  const used = after.credits_used_nanousd - (before?.credits_used_nanousd ?? 0);
  if (held === 0 && used === 0) return;
  const known = changes.get(after.organisation_id);
  if (known === undefined) changes.set(after.organisation_id, { held, used });
  else {
    known.held += held;
    known.used += used;
  }
}

type OfBudgets = Pick<
  Rows,
  "covering" | "balance" | "budgetOf" | "changeBalance" | "changedBalances"
>;

function budgetRows(stored: StoredRows): OfBudgets {
  const balances = new Map<number, BudgetBalanceRow>();
  const ids = new Map<string, number>();
  const changedBalances = new Map<number, BudgetBalanceRow>();
  const keep = (balance: BudgetBalanceRow): BudgetBalanceRow => {
    balances.set(balance.id, balance);
    ids.set(subjectOf(balance.workspace_id, balance.end_user), balance.id);
    return balance;
  };
  const keepFound = (found: BudgetBalanceRow | undefined) =>
    found === undefined ? undefined : (balances.get(found.id) ?? keep(found));
  const ofSubject = (workspaceId: string, endUser: string) => {
    const id = ids.get(subjectOf(workspaceId, endUser));
    return id === undefined ? keepFound(stored.balanceOf(workspaceId, endUser)) : balances.get(id);
  };
  return {
    changedBalances,
    balance: (id) => balances.get(id) ?? keepFound(stored.balance(id)),
    budgetOf: ({ workspace_id, end_user }) => stored.budget(workspace_id, end_user),
    covering(workspaceId, endUser, nowMs) {
      const budget = stored.budget(workspaceId, endUser);
      if (budget === undefined) return undefined;
      const balance =
        ofSubject(workspaceId, endUser) ?? stored.firstBalance(budget, endUser, nowMs);
      return { budget, balance };
    },
    changeBalance(after) {
      const row = after.id === 0 ? { ...after, id: stored.addBalance(after) } : after;
      changedBalances.set(row.id, keep(row));
      return row.id;
    },
  };
}

export function subjectOf(workspaceId: string, endUser: string): string {
  return `${workspaceId} ${endUser}`;
}

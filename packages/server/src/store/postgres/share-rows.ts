import { withParts } from "../budgets/shares.ts";
import { newShares } from "../judge/hot-tables.ts";
import type { CreditTotals } from "../judge/rows.ts";
import type { BudgetBalanceRow, ShareRow } from "../schema.ts";
import type { Connection } from "./connections.ts";
import { toSafeInteger } from "./host-pools.ts";
import type { BatchRead } from "./hot-reads.ts";
import { numberList, type TextRow, textList } from "./pipeline.ts";
import { lockShares, takeCreditShares } from "./share-reads.ts";
import type { Demand, MadeShare, OwnShares, Subject } from "./shares.ts";

/** A workspace's balance with all shares of it, as they are for everyone at one moment. */
interface WholeSubject {
  readonly balance: BudgetBalanceRow;
  readonly shares: readonly ShareRow[];
}

/** The shares that a batch has locked, and those that it takes back and makes. */
export interface ShareRows {
  /** This process's share of a budget, in place of its balance, or of an organisation's credits. */
  ofBalance(id: number): ShareRow | undefined;
  ofCredits(organisationId: string): ShareRow | undefined;
  of(demand: Demand): ShareRow | undefined;
  /** Whether all of these are there. */
  has(own: OwnShares): boolean;
  /** How many rows of shares the subject has. */
  count(demand: Demand): number;
  wholeOf(workspaceId: string): WholeSubject | undefined;
  wholes(): readonly WholeSubject[];
  readonly taken: readonly ShareRow[];
  /** From here on the rows of their subjects have what they had. */
  take(shares: readonly ShareRow[]): void;
  readonly made: MadeShare[];
}

export function createShareRows(read: BatchRead): ShareRows {
  const own = toShares(read.shares);
  const byBalance = new Map(own.map((share) => [share.balance_id, share]));
  const byOrganisation = new Map(
    own.filter(isOfCredits).map((share) => [share.organisation_id, share]),
  );
  const sharers = new Map(read.sharers.map(([id, count]) => [id, Number(count)]));
  const wholes = new Map(
    read.budgets.flatMap(([, text]) => {
      if (text === null || text === undefined) return [];
      const whole: WholeSubject = JSON.parse(text);
      return [[whole.balance.workspace_id, whole] as const];
    }),
  );
  const taken: ShareRow[] = [];
  return {
    ofBalance: (id) => byBalance.get(id),
    ofCredits: (organisationId) => byOrganisation.get(organisationId),
    of({ workspaceId, organisationId }) {
      if (workspaceId === null) return byOrganisation.get(organisationId);
      return byBalance.get(wholes.get(workspaceId)?.balance.id ?? 0);
    },
    has: ({ balances, organisations }) =>
      [...balances.values()].every((id) => byBalance.has(id)) &&
      [...organisations.keys()].every((id) => byOrganisation.has(id)),
    count({ workspaceId, organisationId }) {
      if (workspaceId === null) return sharers.get(organisationId) ?? 0;
      return wholes.get(workspaceId)?.shares.length ?? 0;
    },
    wholeOf: (workspaceId) => wholes.get(workspaceId),
    wholes: () => [...wholes.values()],
    taken,
    take: (shares) => void taken.push(...shares),
    made: [],
  };
}

export function isOfCredits({ balance_id }: Pick<ShareRow, "balance_id">): boolean {
  return balance_id === null;
}

function toShares(rows: readonly TextRow[]): readonly ShareRow[] {
  return rows.map(([text]) => JSON.parse(text ?? ""));
}

/** Takes all shares of subjects back whose rows are locked, or those of one holder. */
export async function takeShares(
  connection: Connection,
  { shares }: { readonly shares: ShareRows },
  subjects: readonly Subject[],
  { holder, isSpread }: Pick<OwnShares, "holder" | "isSpread">,
): Promise<void> {
  const balances = subjects.flatMap(({ workspaceId }) =>
    workspaceId === null ? [] : (shares.wholeOf(workspaceId)?.balance.id ?? []),
  );
  const organisations = subjects.flatMap(({ workspaceId, organisationId }) =>
    workspaceId === null ? [organisationId] : [],
  );
  const ofCredits = textList(organisations);
  const calls = [
    { statement: lockShares, values: [numberList(balances), isSpread ? "{}" : ofCredits, holder] },
    ...(isSpread ? [{ statement: takeCreditShares, values: [ofCredits, holder] }] : []),
  ];
  const [locked = [], deleted = []] = await connection.pipeline(calls);
  shares.take([...toShares(locked), ...deleted.map(toShare)]);
}

const names = ["id", ...newShares.columns];
const texts = new Set(["organisation_id", "workspace", "holder", "lane"]);

function toShare(row: TextRow): ShareRow {
  const values: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const text = row[index] ?? null;
    values[name] = text === null || texts.has(name) ? text : toSafeInteger(text);
  }
  return values as unknown as ShareRow;
}

/** What shares that are taken back add to the totals of an organisation. Those of before a grant add nothing. */
export function creditsIn(
  taken: readonly ShareRow[],
  organisationId: string,
  granted: number,
): Omit<CreditTotals, "granted"> {
  const parts = taken.filter(
    (share) =>
      isOfCredits(share) &&
      share.organisation_id === organisationId &&
      share.granted_nanousd === granted,
  );
  const sum = (of: "held_nanousd" | "usage_nanousd") =>
    parts.reduce((all, part) => all + part[of], 0);
  return { used: sum("usage_nanousd"), held: sum("held_nanousd") };
}

/** A balance with the shares of it that are taken back. */
export function withTaken(balance: BudgetBalanceRow, taken: readonly ShareRow[]): BudgetBalanceRow {
  const parts = taken.filter(({ balance_id }) => balance_id === balance.id);
  return parts.length === 0 ? balance : withParts(balance, parts);
}

/** What the judge sees of a share: as much more than the limit is left as the share has, so that it never refuses. */
export function asBalance(share: ShareRow, workspaceId: string): BudgetBalanceRow {
  return { ...share, id: share.balance_id ?? 0, workspace_id: workspaceId, end_user: "" };
}

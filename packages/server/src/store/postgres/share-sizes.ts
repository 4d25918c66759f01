import { isRaisedAt } from "../budgets/budget-records.ts";
import { isEnforced, leftOf } from "../judge/admit.ts";
import { createRows, type Rows } from "../judge/rows.ts";
import type { Books } from "../judge/writes.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { AdmitRequest } from "../ports/money.ts";
import type { ShareRow } from "../schema.ts";
import type { Connection } from "./connections.ts";
import type { PostgresRows } from "./postgres-rows.ts";
import { takeShares } from "./share-rows.ts";
import { isNear } from "./share-thresholds.ts";
import type { Demand, MadeShare, OwnShares, Subject } from "./shares.ts";

function demandsOf(batch: readonly AdmitRequest[], stored: PostgresRows): readonly Demand[] {
  const demands = new Map<string, Demand>();
  const add = (subject: Subject, anchor: string, wantedNanousd: number) => {
    const name = subject.workspaceId ?? subject.organisationId;
    const known = demands.get(name) ?? {
      ...subject,
      anchor,
      requests: 0,
      wantedNanousd: 0,
    };
    demands.set(name, known);
    known.requests += 1;
    known.wantedNanousd += wantedNanousd;
  };
  for (const request of batch) {
    const key = stored.key(request.keyId);
    if (key === undefined) continue;
    const wanted = Math.max(request.desiredNanousd, request.minimumNanousd);
    const { organisation_id: organisationId, workspace_id: workspaceId } = key;
    if (key.has_budgets === 1 && stored.budget(workspaceId, "") !== undefined)
      add({ organisationId, workspaceId }, workspaceId, wanted);
    if (isEnforced(request)) add({ organisationId, workspaceId: null }, workspaceId, wanted);
  }
  return [...demands.values()];
}

function isOwn({ balances, organisations }: OwnShares, { workspaceId, organisationId }: Demand) {
  return workspaceId === null ? organisations.has(organisationId) : balances.has(workspaceId);
}

/** Where tables are spread, organisations are locked on all nodes: not by a batch that has shares. */
function isUnlocked({ isSpread }: OwnShares, { workspaceId }: Demand): boolean {
  return isSpread && workspaceId === null;
}

/** Below so many batches like this one a subject is judged exactly, and all its shares are taken back. */
const fewestBatches = 16;
/** About as many as a busy process sends in a second or two. */
const mostBatches = 64;
/** One in so many parts of what is left, so that others find something too. */
const parts = 4;
/** Those of processes that have ended stay until money is short, or until they are so many. */
const mostShares = 256;

type LeftRows = Pick<Rows, "credits" | "covering">;

/** What is left of the subject of a demand. Periods and raises end: the least at any time of the batch. */
function leastLeft(demand: Demand, rows: LeftRows, times: readonly number[]): number {
  const { workspaceId, organisationId } = demand;
  if (workspaceId === null) {
    const { granted, used, held } = rows.credits(organisationId, true);
    return granted - used - held;
  }
  return times.reduce((least, nowMs) => {
    const covered = rows.covering(workspaceId, "", nowMs);
    return covered === undefined ? 0 : Math.min(least, leftOf(covered, nowMs));
  }, Number.POSITIVE_INFINITY);
}

function timesOf(batch: readonly AdmitRequest[]): readonly number[] {
  return [...new Set(batch.map(({ nowMs }) => nowMs))];
}

/**
 * Before the decisions. A subject of which this process has no share, and others have, is judged by its row alone as long
 * as that leaves enough, and otherwise by everything: then all shares are taken back. So a refusal always knows what
 * everyone has. False if that needs locks that must come before those of this process's shares, or if a share is too small.
 */
export async function takeWhatIsNeeded(
  connection: Connection,
  batch: readonly AdmitRequest[],
  stored: PostgresRows,
  own: OwnShares,
): Promise<boolean> {
  const demands = demandsOf(batch, stored);
  // A share that is gone is not enough for a free request either: without it the subject is not locked.
  const isEnough = (demand: Demand) => {
    const share = stored.shares.of(demand);
    return share !== undefined && -share.held_nanousd >= demand.wantedNanousd;
  };
  const shared = demands.filter((each) => !isOwn(own, each) && stored.shares.count(each) > 0);
  const isWithOwn = own.balances.size > 0 || own.organisations.size > 0;
  if (isWithOwn)
    return (
      shared.length === 0 &&
      demands.every((each) => (isOwn(own, each) ? isEnough(each) : !isUnlocked(own, each)))
    );
  if (shared.length === 0) return true;
  const rows = createRows(stored);
  const times = timesOf(batch);
  const isShort = shared.some(
    (each) =>
      leastLeft(each, rows, times) < fewestBatches * each.wantedNanousd ||
      stored.shares.count(each) > mostShares,
  );
  await takeShares(connection, stored, shared, isShort ? { ...own, holder: "" } : own);
  return true;
}

/** After the decisions: of subjects that are locked, that several requests want, and that have plenty left. */
export function makeShares(
  batch: readonly AdmitRequest[],
  { rows, rules }: Pick<Books, "rows" | "rules">,
  stored: PostgresRows,
  own: OwnShares,
): void {
  const times = timesOf(batch);
  for (const demand of demandsOf(batch, stored)) {
    const isHot = demand.requests > 1 || stored.shares.count(demand) > 0 || isUnlocked(own, demand);
    if (!isHot || isOwn(own, demand)) continue;
    const nanousd = sizeOf(demand, rows, { times, rules });
    if (nanousd > 0) makeShare(demand, rows, stored, { own, nanousd });
  }
}

function sizeOf(
  demand: Demand,
  rows: LeftRows,
  { times, rules }: { readonly times: readonly number[]; readonly rules: AlertRules },
): number {
  const { workspaceId, wantedNanousd } = demand;
  const mayNot = times.some((nowMs) => {
    const covered = workspaceId === null ? undefined : rows.covering(workspaceId, "", nowMs);
    if (covered === undefined) return false;
    // A raise ends by itself, and with it the limit that the share was taken from.
    if (isRaisedAt(covered.budget, nowMs)) return true;
    // Settlements would take it back.
    return isNear(covered.budget, covered.balance, { rules, nowMs });
  });
  const left = leastLeft(demand, rows, times);
  if (mayNot || left < fewestBatches * wantedNanousd) return 0;
  return Math.min(Math.floor(left / parts), mostBatches * wantedNanousd);
}

/** The subject counts the share as held. */
function makeShare(
  { workspaceId, organisationId, anchor }: Demand,
  rows: Rows,
  { shares: { taken, made } }: PostgresRows,
  { own: { holder, isSpread }, nanousd }: { readonly own: OwnShares; readonly nanousd: number },
): void {
  const covered = workspaceId === null ? undefined : rows.covering(workspaceId, "", 0);
  if (covered !== undefined) {
    const { balance } = covered;
    rows.changeBalance({ ...balance, held_nanousd: balance.held_nanousd + nanousd });
  }
  const { id: balance_id = null, day = 0 } = covered?.balance ?? {};
  const isOnNode = isSpread && balance_id === null;
  const granted_nanousd = balance_id === null ? rows.credits(organisationId, true).granted : 0;
  for (const lane of ["admit", "settle"] as const) {
    const same = { holder, lane, balance_id, organisation_id: organisationId };
    made.push({
      // Those of credits are deleted where tables are spread.
      ...(isOnNode ? {} : idOf(same, taken)),
      ...same,
      workspace: isOnNode ? anchor : workspaceId,
      granted_nanousd,
      day,
      held_nanousd: lane === "admit" ? -nanousd : 0,
      ...noUsage,
    });
  }
}

export const noUsage = {
  usage_nanousd: 0,
  usage_day_nanousd: 0,
  usage_week_nanousd: 0,
  usage_month_nanousd: 0,
};

type Same = Pick<ShareRow, "holder" | "lane" | "balance_id" | "organisation_id">;

function idOf(asked: Same, taken: readonly ShareRow[]): Pick<MadeShare, "id"> {
  const before = taken.find(
    (share) =>
      share.holder === asked.holder &&
      share.lane === asked.lane &&
      share.balance_id === asked.balance_id &&
      share.organisation_id === asked.organisation_id,
  );
  return before === undefined ? {} : { id: before.id };
}

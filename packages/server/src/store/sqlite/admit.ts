import type { DatabaseSync } from "node:sqlite";
import { periodEndMs } from "@portico/core/rules/periods";
import { limitAt, spentAt } from "../budgets/budget-records.ts";
import { toFlag } from "../flag.ts";
import { toText, toTextOrNull } from "../money/ledger-row.ts";
import type { AdmissionVerdict, AdmitRequest } from "../ports/money.ts";
import { advanced, type HeldRow, judge, type MoneyLimit } from "./judge.ts";
import type { Touched } from "./touched.ts";
import type { Covered, TouchedBudgets } from "./touched-budgets.ts";
import type { Key } from "./touched-keys.ts";

export type Admit = (batch: readonly AdmitRequest[], touched: Touched) => AdmissionVerdict[];

/** The same decisions as portico_admit_3 in postgres/admit-function.ts, in one open transaction. */
export function createSqliteAdmit(database: DatabaseSync): Admit {
  const readCredits = createCreditsReader(database);
  const countInFlight = createInFlightCounter(database);
  const insertHold = createHoldWriter(database);
  return (batch, { keys, budgets }) => {
    const credits = new Map<string, number>();
    const creditsFor = (request: AdmitRequest, { organisation_id }: Key): number | null => {
      if (!(request.usesCredits && request.enforceCredits)) return null;
      const known = credits.get(organisation_id);
      if (known !== undefined) return known;
      // The organisation's totals are those of the keys that are written, so write first.
      keys.write();
      return readCredits(organisation_id);
    };
    const admit = (request: AdmitRequest, key: Key): AdmissionVerdict => {
      const covered = key.has_budgets === 1 ? coveringOf(key, request, budgets) : uncovered;
      const left = creditsFor(request, key);
      const above = limitsAbove(covered, left, request.nowMs);
      const { admission, after, held } = judge(key, request, above, countInFlight(key));
      // A key that only time has changed is not written: the same values can be computed again.
      if (after !== key) keys.change(after);
      if (held === null) return admission;
      if (left !== null) credits.set(key.organisation_id, left - held.nanousd);
      insertHold(request, key, held, {
        workspace: hold(budgets, covered.workspace, held),
        endUser: hold(budgets, covered.endUser, held),
      });
      return admission;
    };
    return batch.map((request): AdmissionVerdict => {
      const key = keys.of(request.keyId);
      if (key === undefined || key.deleted_at_ms !== null)
        return { outcome: "unauthenticated", reason: "revoked" };
      const present = advanced(key, request.nowMs);
      // A stamp that was taken back is written: the debt is paid off from there.
      if (present.rated_at_ms < key.rated_at_ms) keys.change(present);
      return admit(request, present);
    });
  };
}

/** The budgets that cover a request. */
interface Covering {
  readonly workspace: Covered | undefined;
  readonly endUser: Covered | undefined;
}

const uncovered: Covering = { workspace: undefined, endUser: undefined };
const none: readonly MoneyLimit[] = [];

function coveringOf(
  { workspace_id }: Key,
  { endUser, nowMs }: AdmitRequest,
  budgets: TouchedBudgets,
): Covering {
  return {
    workspace: budgets.covering(workspace_id, "", nowMs),
    endUser: endUser ? budgets.covering(workspace_id, toText(endUser), nowMs) : undefined,
  };
}

/** In the order in which they refuse: the narrowest first. */
function limitsAbove(
  { workspace, endUser }: Covering,
  creditsLeft: number | null,
  nowMs: number,
): readonly MoneyLimit[] {
  if (workspace === undefined && endUser === undefined && creditsLeft === null) return none;
  return [
    ...(endUser === undefined ? none : [toLimit("endUser", endUser, nowMs)]),
    ...(workspace === undefined ? none : [toLimit("workspace", workspace, nowMs)]),
    ...(creditsLeft === null
      ? none
      : [{ of: "organisation", leftNanousd: creditsLeft, limit: null } as const]),
  ];
}

function toLimit(
  of: "endUser" | "workspace",
  { budget, balance }: Covered,
  nowMs: number,
): MoneyLimit {
  const limitNanousd = limitAt(budget, nowMs);
  const spentNanousd = spentAt(budget, balance, nowMs);
  const heldNanousd = balance.held_nanousd;
  return {
    of,
    leftNanousd: limitNanousd - spentNanousd - heldNanousd,
    limit: {
      limitNanousd,
      spentNanousd,
      heldNanousd,
      resetsAtMs: periodEndMs(budget.limit_reset, nowMs),
      budgetId: budget.id,
    },
  };
}

/** Returns the id of the balance in which the amount is held. */
function hold(
  budgets: TouchedBudgets,
  covered: Covered | undefined,
  { nanousd }: HeldRow,
): number | null {
  if (covered === undefined) return null;
  const { balance } = covered;
  return budgets.change({ ...balance, held_nanousd: balance.held_nanousd + nanousd });
}

function createInFlightCounter(database: DatabaseSync): (key: Key) => number {
  const count = database.prepare(
    "select count(*) as open from holds where key_id = ? and in_flight = 1",
  );
  return ({ key_id, max_requests_in_flight }) =>
    max_requests_in_flight === null ? 0 : Number(count.get(key_id)?.["open"]);
}

interface BalanceIds {
  readonly workspace: number | null;
  readonly endUser: number | null;
}

/** The first one that is read for an organisation begins to keep its totals. */
function createCreditsReader(database: DatabaseSync): (organisationId: string) => number {
  const creditsLeft = database.prepare(`
    select granted_nanousd - credits_used_nanousd - credits_held_nanousd as nanousd
    from organisations where id = ? and credits_kept = 1`);
  const keep = database.prepare(`
    update organisations set credits_kept = 1,
      (credits_used_nanousd, credits_held_nanousd) = (
        select coalesce(sum(b.credits_used_nanousd), 0), coalesce(sum(b.credits_held_nanousd), 0)
        from key_balances b where b.organisation_id = organisations.id)
    where id = ?`);
  return (organisationId) => {
    const found = creditsLeft.get(organisationId);
    if (found !== undefined) return Number(found["nanousd"]);
    keep.run(organisationId);
    return Number(creditsLeft.get(organisationId)?.["nanousd"] ?? 0);
  };
}

function createHoldWriter(database: DatabaseSync) {
  const insert = database.prepare(`
    insert into holds (request_id, process_id, key_id, amount_nanousd, uses_credits, rate_tokens,
      created_at_ms, operation, model, app_url, app_title, end_user, session_id, workspace_balance_id,
      end_user_balance_id, in_flight)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (request: AdmitRequest, key: Key, { nanousd, rateTokens }: HeldRow, ids: BalanceIds) => {
    const { about } = request;
    insert.run(
      request.generationId,
      request.processId,
      request.keyId,
      nanousd,
      toFlag(request.usesCredits),
      rateTokens,
      request.nowMs,
      about?.operation ?? "responses",
      toTextOrNull(about?.model ?? "") ?? "",
      toTextOrNull(about?.appUrl ?? null),
      toTextOrNull(about?.appTitle ?? null),
      toTextOrNull(request.endUser ?? null),
      toTextOrNull(about?.sessionId ?? null),
      ids.workspace,
      ids.endUser,
      key.max_requests_in_flight === null ? null : 1,
    );
  };
}

import { periodEndMs } from "@portico/core/rules/periods";
import { spentIn } from "../money/balance.ts";
import { rolledToNow } from "../money/bookings.ts";
import type { LimitState } from "../ports/budgets.ts";
import type { Database } from "../schema.ts";
import { budgetOf, spentByEndUser } from "./balance-rows.ts";
import { budgetState, limitState } from "./budget-records.ts";

/** See BudgetStore. */
export async function bindingFor(
  database: Database,
  keyId: number,
  endUser: string | null,
): Promise<readonly LimitState[]> {
  const nowMs = Date.now();
  const key = await database
    .selectFrom("keys as k")
    .innerJoin("key_balances as b", "b.key_id", "k.id")
    .selectAll()
    .where("k.id", "=", keyId)
    .executeTakeFirst();
  if (key === undefined) return [];
  const limits: LimitState[] = [];
  if (key.limit_nanousd !== null)
    limits.push(
      limitState({
        of: "key",
        budgetId: null,
        name: key.name,
        limitNanousd: key.limit_nanousd,
        limitReset: key.limit_reset,
        spentNanousd: spentIn(rolledToNow(key, nowMs), key.limit_reset),
        heldNanousd: key.held_nanousd,
        resetsAtMs: periodEndMs(key.limit_reset, nowMs),
        raiseUntilMs: null,
      }),
    );
  for (const subject of endUser === null ? [""] : [endUser, ""])
    limits.push(...(await stateOfSubject(database, key.workspace_id, subject, nowMs)));
  return limits.toSorted((a, b) => a.remainingNanousd - b.remainingNanousd);
}

async function stateOfSubject(
  database: Database,
  workspaceId: string,
  endUser: string,
  nowMs: number,
): Promise<readonly LimitState[]> {
  const budget = await budgetOf(database, workspaceId, endUser);
  if (budget === undefined) return [];
  const balance = await database
    .selectFrom("budget_balances")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("end_user", "=", endUser)
    .executeTakeFirst();
  if (balance !== undefined) return [budgetState(budget, balance, nowMs)];
  // An end user who has sent nothing since the budget was made.
  const sums = await spentByEndUser(database, budget, endUser, nowMs);
  const { organisation_id } = budget;
  const unseen = { id: 0, organisation_id, workspace_id: workspaceId, end_user: endUser };
  return [budgetState(budget, { ...unseen, held_nanousd: 0, ...sums }, nowMs)];
}

import { budgetOf } from "../budgets/balance-rows.ts";
import { budgetSpending, keySpending } from "../budgets/spending.ts";
import { type BookingRules, rolledToNow } from "../money/bookings.ts";
import type { AlertStore, BlockingLimit } from "../ports/alerts.ts";
import type { Database, Tx } from "../schema.ts";
import { alertRow, type Spending, writeAlerts } from "./crossings.ts";

export function createBlockingAlerts(
  database: Database,
  { alerts, clock }: Omit<BookingRules, "engine">,
): Pick<AlertStore, "limitBlocks"> {
  return {
    async limitBlocks(limit) {
      if (alerts.thresholds.length === 0) return;
      const nowMs = clock.nowMs();
      await database.transaction().execute(async (tx) => {
        const spending = await (limit.of === "key" ? ofKey : ofBudget)(tx, limit, nowMs);
        if (spending === null || spending.limitNanousd !== limit.limitNanousd) return;
        await writeAlerts(tx, [alertRow({ ...spending, kind: "limit_blocking" }, null, nowMs)]);
      });
    },
  };
}

async function ofKey(tx: Tx, { keyId }: BlockingLimit, nowMs: number): Promise<Spending | null> {
  const key = await tx.selectFrom("keys").selectAll().where("id", "=", keyId).executeTakeFirst();
  const balance = await tx
    .selectFrom("key_balances")
    .selectAll()
    .where("key_id", "=", keyId)
    .executeTakeFirst();
  if (key === undefined || balance === undefined) return null;
  return keySpending(key, rolledToNow(balance, nowMs));
}

async function ofBudget(
  tx: Tx,
  { workspaceId, of, endUser }: BlockingLimit,
  nowMs: number,
): Promise<Spending | null> {
  const whose = of === "workspace" ? "" : (endUser ?? "");
  const budget = await budgetOf(tx, workspaceId, whose);
  const balance = await tx
    .selectFrom("budget_balances")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("end_user", "=", whose)
    .executeTakeFirst();
  if (budget === undefined || balance === undefined) return null;
  return budgetSpending(budget, rolledToNow(balance, nowMs), nowMs);
}

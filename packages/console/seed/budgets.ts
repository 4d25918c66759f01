import type { Schema } from "@portico/client";
import type { WorldData } from "@portico/msw";
import { toNanousd, toUsd } from "./costs.ts";
import { startOf } from "./key-rows.ts";
import { beginningOf } from "./moments.ts";
import { endUsers, production, research } from "./people.ts";
import { type Random, uuid } from "./random.ts";
import { dayMs, iso } from "./time.ts";

type Budget = Schema<"Budget">;
type Requests = readonly Schema<"Generation">[];

/** Budgets whose limits are set by what is spent, so that they are always near their thresholds. */
export function budgetRows(
  requests: Requests,
  nowMs: number,
  random: Random,
): WorldData["budgets"] {
  const budget = (
    workspace: string,
    name: string,
    limit: number,
    more: Partial<Budget> = {},
  ): WorldData["budgets"][number] => ({
    record: {
      ...{ id: uuid(random), workspace_id: workspace, scope: "workspace", end_user: null, name },
      ...{ limit, limit_reset: null, raise: null, raise_until: null, state: null },
      ...{ created_at: iso(beginningOf(nowMs) + 4 * dayMs), updated_at: null },
      ...{ created_by: "key:1", ...more },
    },
    before: 0,
  });
  const share = (workspace: string, reset: Budget["limit_reset"], part: number, user?: string) =>
    near(spentIn(requests, workspace, startOf(reset, nowMs), user), part);
  const customer = endUsers[0];
  return [
    budget(production, "Production", share(production, "monthly", 0.84), {
      limit_reset: "monthly",
    }),
    budget(research, "Research grant", share(research, null, 0.97)),
    budget(production, "Each customer", 5, { scope: "end_user", limit_reset: "daily" }),
    budget(production, "Customer 1042", share(production, null, 0.9, customer), {
      ...{ scope: "end_user", end_user: customer },
      ...{ raise: 2, raise_until: iso(nowMs + 9 * dayMs), updated_at: iso(nowMs - 2 * dayMs) },
    }),
  ];
}

function near(spentNanousd: number, part: number): number {
  return Math.max(Math.ceil((toUsd(spentNanousd) / part) * 100) / 100, 1);
}

function spentIn(requests: Requests, workspace: string, since: number, user?: string): number {
  return requests
    .filter((one) => one.workspace_id === workspace && Date.parse(one.settled_at ?? "") >= since)
    .filter((one) => user === undefined || one.external_user === user)
    .reduce((sum, one) => sum + toNanousd(one.total_cost), 0);
}

import type { BookingRules } from "../money/bookings.ts";
import type { BudgetRecord, BudgetStore } from "../ports/budgets.ts";
import { listed } from "../records/listed.ts";
import type { BudgetRow, Database } from "../schema.ts";
import { bindingFor } from "./binding.ts";
import {
  balanceOf,
  createBudget,
  deleteBudget,
  findBudget,
  updateBudget,
} from "./budget-changes.ts";
import { toBudgetRecord } from "./budget-records.ts";
import { listEndUsers } from "./end-users.ts";

export function createBudgetStore(database: Database, rules: BookingRules): BudgetStore {
  const withState = async (row: BudgetRow): Promise<BudgetRecord> =>
    toBudgetRecord(row, await balanceOf(database, row));
  return {
    create: (actor, budget) =>
      database.transaction().execute((tx) => createBudget(tx, rules, actor, budget)),
    async list(organisationId, { workspaceId, ...page }) {
      const rows = database
        .selectFrom("budgets")
        .where("organisation_id", "=", organisationId)
        .$if(workspaceId !== undefined, (query) =>
          query.where("workspace_id", "=", workspaceId ?? ""),
        )
        .selectAll()
        .orderBy("created_at_ms")
        .orderBy("id");
      const { records, totalCount } = await listed(rows, page, (row) => row);
      return { records: await Promise.all(records.map(withState)), totalCount };
    },
    async get(organisationId, id) {
      const row = await findBudget(database, organisationId, id);
      return row === undefined ? null : await withState(row);
    },
    update: (actor, id, change) =>
      database.transaction().execute((tx) => updateBudget(tx, rules, actor, id, change)),
    delete: (actor, id) =>
      database.transaction().execute((tx) => deleteBudget(tx, rules, actor, id)),
    async endUsers(organisationId, id, page) {
      const row = await findBudget(database, organisationId, id);
      if (row === undefined || row.scope === "workspace" || row.end_user !== null) return null;
      return await listEndUsers(database, row, page);
    },
    bindingFor: (keyId, endUser) => bindingFor(database, keyId, endUser),
  };
}

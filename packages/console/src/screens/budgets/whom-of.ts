import type { Schema } from "@portico/client";
import { fill } from "../../parts/fill.ts";
import { texts } from "../../texts/texts.ts";

const words = texts.budgets.whoms;

/** For whom a budget is, in words. */
export function whomOf(
  budget: Pick<Schema<"Budget">, "scope" | "end_user" | "workspace_id">,
  workspaces: ReadonlyMap<string, string>,
): string {
  const workspace = workspaces.get(budget.workspace_id) ?? budget.workspace_id.slice(0, 8);
  if (budget.scope === "workspace") return fill(words.workspace, { workspace });
  return budget.end_user === null
    ? fill(words.eachEndUser, { workspace })
    : fill(words.endUser, { workspace, endUser: budget.end_user });
}

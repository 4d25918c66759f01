import type { Command } from "commander";
import { largestPage } from "../shell/page-size.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

interface Flags extends CommonFlags {
  readonly workspace?: string;
}

export function budgetsList(shell: Shell): Command {
  const command = remoteCommand("list", "list budgets with what is left of them")
    .option("--workspace <id or slug>", "only those of this workspace")
    .action(async (flags: Flags) => {
      const filter = flags.workspace === undefined ? {} : { workspace_id: flags.workspace };
      const budgets = await onGateway(shell, flags, (gateway) =>
        gateway.budgets.list({ ...filter, limit: largestPage }).toArray(),
      );
      print(shell, flags, budgets, () =>
        table(
          ["name", "for", "limit", "reset", "spent", "held", "remaining", "raised until", "id"],
          budgets.map(({ state, ...budget }) => [
            budget.name,
            budget.scope === "workspace" ? "workspace" : (budget.end_user ?? "each end user"),
            state?.limit ?? budget.limit,
            budget.limit_reset,
            state?.spent ?? null,
            state?.held ?? null,
            state?.remaining ?? null,
            state?.raise_until ?? null,
            budget.id,
          ]),
        ),
      );
    });
  return examples(command, ["budgets list", "budgets list --workspace research --json"]);
}

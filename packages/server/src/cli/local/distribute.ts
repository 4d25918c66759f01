import type { SpreadStep } from "../../store/ports/spreading.ts";
import { CliError } from "../shell/cli-error.ts";
import { type CommandShell, command, confirm, noun } from "../shell/command.ts";
import { flag, toggle, wholeNumber } from "../shell/inputs.ts";
import { storeSettings } from "../shell/settings.ts";
import { tableOf } from "../shell/table.ts";
import { type LocalStore, onLocalStore } from "./local-store.ts";

/** A large table is moved by one statement. */
const statementTimeoutMs = 24 * 60 * 60_000;
/** Requests of one part share batches: more parts make smaller batches. No more nodes than parts can be used. */
const usualShards = 12;

const explains = `
Each row goes to the node of its workspace, with all else that grows there; what each batch reads is copied to every node, and
the rest stays on the coordinator, which knows its workers (citus_add_node); DATABASE_URL may name any node. Stop the gateways
first. It may be killed at any time, and goes on when it runs again. There is no way back but a dump.`;

const distribute = command(
  "distribute",
  "spread the tables of PostgreSQL over the nodes of Citus",
  {
    takes: {
      shards: flag("--shards <count>", "parts that workspaces are divided into: 12", wholeNumber),
      dry_run: toggle("--dry-run", "only say what would be done"),
      yes: toggle("--yes", "do not ask"),
    },
    local: (asked, shell) =>
      onLocalStore(
        storeSettings(),
        "distributeStore",
        (local) => distributeTables(local, asked, shell),
        { statementTimeoutMs },
      ),
    text: ({ steps }) =>
      steps.length === 0
        ? "All tables are spread: portico doctor says where."
        : tableOf(steps, { table: "table", to: "to", bytes: "bytes" }),
    explains,
    examples: ["store distribute --dry-run", "store distribute --yes"],
  },
);

interface Asked {
  readonly shards?: number;
  readonly dry_run?: true;
  readonly yes?: true;
}

async function distributeTables(
  { store: { spreading }, actor }: LocalStore,
  { shards = usualShards, dry_run: isDry, yes }: Asked,
  shell: CommandShell,
): Promise<{ readonly steps: readonly SpreadStep[] }> {
  if (spreading === null)
    throw new CliError("The store is SQLite: only PostgreSQL is spread.", "usage");
  const steps = await spreading.plan();
  if (isDry === true || steps.length === 0) return { steps };
  const megabytes = Math.ceil(steps.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000);
  await confirm(shell, `Spread ${steps.length} tables (${megabytes} MB) over the nodes?`, yes);
  await spreading.distribute(actor, { shards, tell: shell.terminal.tell });
  return { steps: await spreading.plan() };
}

export const store = noun("store", "where the rows of the store are", [distribute]);

import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { type CommandShell, command, confirm } from "../shell/command.ts";
import { requiredFlag, toggle } from "../shell/inputs.ts";
import { storeSettings } from "../shell/settings.ts";
import { tableOf } from "../shell/table.ts";
import {
  type Archived,
  archiveMonth,
  monthOf,
  monthStart,
  monthsBefore,
} from "./archive-months.ts";
import { type LocalStore, onLocalStore } from "./local-store.ts";

/** Counting a month of a large ledger is one statement. */
const statementTimeoutMs = 10 * 60_000;

const explains = `
Writes the requests to <folder>/month=2026-07/requests-00001.parquet and so on, reads each file again, compares every
value with the ledger, and only then removes them there. It may be killed at any time, and goes on when it runs again. Sums
by day, hour and key stay. An archived request can no longer be refunded; "portico requests --archive <folder>" shows it.
Run the version that serves, because the command brings the tables up to date.`;

export const archive = command(
  "archive",
  "move the requests of whole months from the ledger to Parquet files",
  {
    takes: {
      before: requiredFlag("--before <month>", "the first month that stays: 2026-08", readMonth),
      to: requiredFlag("--to <folder>", "where the files go", (text) => resolve(text)),
      dry_run: toggle("--dry-run", "only say what would be archived"),
      yes: toggle("--yes", "do not ask"),
    },
    local: (asked, shell) =>
      onLocalStore(
        storeSettings(),
        "archiveRequests",
        (local) => archiveBefore(local, asked, shell),
        { statementTimeoutMs },
      ),
    text: ({ months }) =>
      months.length === 0
        ? "No request was booked before that month."
        : tableOf(months, { month: "month", requests: "requests", archived: "archived" }),
    explains,
    examples: [
      "archive --before 2026-08 --to /var/archive/portico --dry-run",
      "archive --before 2026-08 --to /var/archive/portico --yes",
    ],
  },
);

interface Asked {
  readonly before: number;
  readonly to: string;
  readonly dry_run?: true;
  readonly yes?: true;
}

async function archiveBefore(
  { store, actor }: LocalStore,
  { before, to, dry_run: isDry, yes }: Asked,
  shell: CommandShell,
) {
  const months = await monthsBefore(store.archive, before);
  const found: Archived[] = [];
  for (const { month, ...period } of months)
    found.push({ month, requests: await store.archive.count(period), archived: 0 });
  const all = found.reduce((sum, { requests }) => sum + requests, 0);
  if (isDry === true || all === 0) return { folder: to, months: found };
  await confirm(shell, `Move ${all} requests from the ledger to ${to}?`, yes);
  await store.archive.begin(actor, monthOf(before));
  const archived: Archived[] = [];
  for (const month of months)
    archived.push(await archiveMonth(store.archive, month, to, shell.terminal.tell));
  await store.archive.end(before);
  return { folder: to, months: archived };
}

function readMonth(text: string): number {
  const startMs = monthStart(text);
  if (!/^\d{4}-\d{2}$/.test(text) || Number.isNaN(startMs))
    throw new InvalidArgumentError("Write a month as 2026-08.");
  return startMs;
}

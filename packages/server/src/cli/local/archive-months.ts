import { dayMs, hourMs } from "@portico/core/rules/calendar";
import { isSame } from "../../store/money/archive.ts";
import type { ArchivedRow, ArchivePeriod, ArchiveStore } from "../../store/ports/archive.ts";
import { CliError } from "../shell/cli-error.ts";
import { partsOf, readPart, writePart } from "./archive-files.ts";

/** Requests in one file, which is read as a whole: a second and some hundred megabytes. */
const rowsInPart = 20_000;

interface Month extends ArchivePeriod {
  readonly month: string;
}

export interface Archived {
  readonly month: string;
  readonly requests: number;
  readonly archived: number;
}

export function monthStart(month: string): number {
  return Date.parse(`${month}-01T00:00:00Z`);
}

export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

/** From the oldest request on. What is not counted yet, or belongs to this week's sums, may not go. */
export async function monthsBefore(
  store: ArchiveStore,
  beforeMs: number,
): Promise<readonly Month[]> {
  if (beforeMs > Date.now() - 7 * dayMs)
    throw new CliError("The last seven days stay in the ledger: name an earlier month.", "usage");
  const oldestMs = await store.oldestMs();
  if (oldestMs === null || oldestMs >= beforeMs) return [];
  const uncountedMs = (await store.countedUntilMs()) + 1;
  if ((await store.count({ fromMs: uncountedMs, toMs: beforeMs })) > 0)
    throw new CliError(
      "The requests of that time are not counted yet: a running gateway does that in the background. Try again later.",
    );
  // The ledger's own check reads the last whole hour that is counted.
  const comparedMs = (Math.floor(uncountedMs / hourMs) - 1) * hourMs;
  const months: Month[] = [];
  for (let fromMs = monthStart(monthOf(oldestMs)); fromMs < beforeMs; ) {
    const start = new Date(fromMs);
    const endMs = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1);
    months.push({ month: monthOf(fromMs), fromMs, toMs: Math.min(endMs, comparedMs) });
    fromMs = endMs;
  }
  return months;
}

/** Nothing leaves the ledger that is not on the disk, and read from there. */
export async function archiveMonth(
  store: ArchiveStore,
  period: Month,
  folder: string,
  tell: (line: string) => void,
): Promise<Archived> {
  const { month } = period;
  const requests = await store.count(period);
  // A process that was killed has written the last file, and perhaps not removed all of its rows.
  const last = (await partsOf(folder, month)).at(-1);
  let archived = last === undefined ? 0 : await store.remove(await readPart(last));
  for (;;) {
    const rows = await store.rows(period, rowsInPart);
    if (rows.length === 0) return { month, requests, archived };
    const path = await writePart(folder, month, rows);
    compare(path, rows, await readPart(path));
    archived += await store.remove(rows);
    tell(`${month}: ${archived} of ${requests} requests are archived`);
  }
}

function compare(path: string, rows: readonly ArchivedRow[], read: readonly ArchivedRow[]): void {
  const isWhole =
    read.length === rows.length && rows.every((row, index) => isSame(row, read[index]));
  if (!isWhole)
    throw new CliError(
      `${path} does not hold what was written to it. Nothing of it was removed from the ledger: remove the file, look at the disk, and run the command again.`,
    );
}

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../store/store.ts";
import { bootstrapPath } from "./bootstrap-file.ts";

/** The gateway does not start, for a reason that the operator can correct; the message says how. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}

/** Files that exist only after the store was set up. */
export function tracesOfEarlierStart(
  engine: Store["engine"],
  dataFolder: string,
): readonly string[] {
  const traces = [bootstrapPath(dataFolder)];
  // With PostgreSQL these may be left over from an embedded store that was used before.
  if (engine === "sqlite")
    traces.push(join(dataFolder, "master.key"), ...rescuedCopies(dataFolder));
  return traces.filter((path) => existsSync(path));
}

/** A first start would create new keys, and hide that the old keys and all bookings are gone. */
export function refuseLostStore(
  engine: Store["engine"],
  dataFolder: string,
  traces: readonly string[],
): never {
  const where =
    engine === "sqlite" ? `the database in ${dataFolder}` : "the database that DATABASE_URL names";
  throw new StartRefused(
    [
      `An earlier start has left ${traces.join(" and ")}, but ${where} is empty: its keys and all that was booked are not there.`,
      adviceFor(engine, dataFolder),
      "To begin without them instead, move those files out of the data folder, and start again.",
    ].join("\n"),
  );
}

function adviceFor(engine: Store["engine"], dataFolder: string): string {
  if (engine === "postgres")
    return "Restore the database (guide Runbook), or repair DATABASE_URL if it names the wrong one.";
  const saved = rescuedCopies(dataFolder);
  return saved.length === 0
    ? "Restore a backup (guide Runbook), or repair PORTICO_DATA if it names the wrong folder."
    : `A gateway that lost its files has saved what it had booked: rename ${saved.join(" or ")} to portico.db.`;
}

function rescuedCopies(dataFolder: string): readonly string[] {
  if (!existsSync(dataFolder)) return [];
  return readdirSync(dataFolder)
    .filter((name) => /^portico\.db\.rescued-[0-9a-z]+-[0-9a-z]+$/.test(name))
    .map((name) => join(dataFolder, name));
}

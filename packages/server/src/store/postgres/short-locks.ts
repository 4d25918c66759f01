import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { StoreBusy } from "../ports/errors.ts";
import type { Database, Tx } from "../schema.ts";
import { isLockTimeout } from "./postgres-failure.ts";

/** Requests wait behind a change that waits for their table. */
const lockTimeoutMs = 200;
/** Some minutes: a report may read for long. */
const mostTries = 500;
const pauseMs = 500;

/** For changes of tables that requests use. Rejects with StoreBusy where others hold a lock for long. */
export function inShortLock<Result>(
  database: Database,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (tx) => {
    await waitBriefly(tx);
    return await work(tx);
  });
}

export async function waitBriefly(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(tx);
}

/** Does the work of a transaction again while another one is in its way. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      const isInTheWay =
        error instanceof StoreBusy && (error.isConflict || isLockTimeout(error.cause));
      if (tries === mostTries || !isInTheWay) throw error;
      await sleep(pauseMs);
    }
}

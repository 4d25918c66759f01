import type { StoreClock } from "../database-clock.ts";
import type { Database } from "../schema.ts";
import type { HotStatements } from "./hot-statements.ts";
import type { Beat } from "./liveness.ts";
import { withRetries } from "./with-retries.ts";

/** Few enough that other transactions do not wait long for the locks. */
const step = 100;

/** Closes the holds of a dead process. Stops as soon as the process turns out to be alive. */
export async function abandonHoldsOf(
  database: Database,
  hot: HotStatements,
  clock: StoreClock,
  process: Beat,
): Promise<number> {
  for (let abandoned = 0; ; ) {
    const found = await database
      .selectFrom("holds")
      .select(["request_id as generationId", "key_id as keyId"])
      .where("process_id", "=", process.id)
      .orderBy("request_id")
      .limit(step)
      .execute();
    const closed =
      found.length === 0
        ? null
        : await withRetries(() => hot.abandon(found, clock.nowMs(), process));
    abandoned += closed ?? 0;
    if (closed !== null && found.length === step) continue;
    await forget(database, process);
    return abandoned;
  }
}

/** Unless it has sent a heartbeat. */
async function forget(database: Database, { id, beats }: Beat): Promise<void> {
  if (beats === null) return;
  await database.deleteFrom("processes").where("id", "=", id).where("beats", "=", beats).execute();
}

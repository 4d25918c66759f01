import { sql } from "kysely";
import type { ActivityStore } from "../ports/activity.ts";
import { pruneInSteps } from "../records/prune.ts";
import { mayBeStored } from "../records/text-key.ts";
import type { Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { attemptRows } from "./corrections.ts";
import { countHours } from "./count-hours.ts";
import { failedAttempts } from "./failed-attempts.ts";
import { listGenerations } from "./generation-list.ts";
import { toGenerationRecord } from "./generation-record.ts";
import { hourMs } from "./hour-counts.ts";
import { listGroups } from "./list-groups.ts";

/** The longest wait for a list; after it the engine stops working on the query. */
const queryTimeoutMs = 5000;

export function createActivityStore(database: Database, engine: Store["engine"]): ActivityStore {
  return {
    query: (organisationId, query) =>
      database.transaction().execute(async (tx) => {
        if (engine === "postgres") await prepareToListAtOnce(tx);
        return await listGroups(tx, organisationId, query);
      }),
    async generation(organisationId, generationId) {
      if (!mayBeStored(generationId)) return null;
      const row = await database
        .selectFrom("ledger")
        .selectAll()
        .where("request_id", "=", generationId)
        .where("organisation_id", "=", organisationId)
        .executeTakeFirst();
      return row === undefined
        ? null
        : toGenerationRecord(row, await attemptRows(database, generationId));
    },
    generations: (organisationId, query) =>
      database.transaction().execute(async (tx) => {
        if (engine === "postgres") await prepareToListAtOnce(tx);
        return await listGenerations(tx, engine, organisationId, query);
      }),
    failedAttempts: (organisationId, provider, limit) =>
      failedAttempts(database, engine, organisationId, provider, limit),
    count: (nowMs) => countHours(database, engine, nowMs),
    async prune(beforeMs) {
      await pruneHours(database, Math.floor(beforeMs / hourMs));
      return await pruneLedger(database, beforeMs);
    },
  };
}

function pruneLedger(database: Database, beforeMs: number): Promise<number> {
  return pruneInSteps((step) =>
    database
      .deleteFrom("ledger")
      .where("request_id", "in", (eb) =>
        eb
          .selectFrom("ledger")
          .select("request_id")
          .where("settled_at_ms", "<", beforeMs)
          .orderBy("settled_at_ms")
          .limit(step),
      )
      .executeTakeFirst(),
  );
}

function pruneHours(database: Database, beforeHour: number): Promise<number> {
  return pruneInSteps((step) =>
    database
      .deleteFrom("activity_hours")
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple("organisation_id", "is_coarse", "hour", "group_id"),
          "in",
          selectFrom("activity_hours")
            .select(["organisation_id", "is_coarse", "hour", "group_id"])
            .where("hour", "<", beforeHour)
            .orderBy("hour")
            .limit(step)
            .$asTuple("organisation_id", "is_coarse", "hour", "group_id"),
        ),
      )
      .executeTakeFirst(),
  );
}

/** What is counted in the background, and what is not yet, is read in several statements. */
async function prepareToListAtOnce(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
  await prepareToList(tx);
}

/**
 * The rows of a few days lie together, but PostgreSQL estimates an index of several columns by the order of the
 * first. With its default cost of a random page it would read a year to sum up a month.
 */
async function prepareToList(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(queryTimeoutMs)}, true),
    set_config('random_page_cost', '1.1', true)`.execute(tx);
}

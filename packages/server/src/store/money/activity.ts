import type { ActivityStore } from "../ports/activity.ts";
import { mayBeStored, pruneInSteps } from "../records/rows.ts";
import type { Database } from "../schema.ts";
import type { Store } from "../store.ts";
import { attemptRows } from "./corrections.ts";
import { countHours } from "./count-hours.ts";
import { toGenerationRecord } from "./generation-record.ts";
import { hourMs } from "./hour-counts.ts";
import type { Lists } from "./lists.ts";
import { createWeekSums } from "./week-sums.ts";

export function createActivityStore(
  database: Database,
  engine: Store["engine"],
  lists: Lists,
): ActivityStore {
  const sumWeeks = createWeekSums(database);
  return {
    ...lists,
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
    async count(nowMs) {
      const counted = await countHours(database, engine, nowMs);
      await sumWeeks();
      return counted;
    },
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

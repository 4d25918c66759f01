import { sql } from "kysely";
import type { ActivityStore } from "../ports/activity.ts";
import { emptyMonths, keepMonths, removeRest } from "../postgres/months.ts";
import { mayBeStored, removeInSteps } from "../records/rows.ts";
import type { Database } from "../schema.ts";
import type { Store } from "../store.ts";
import { attemptRows } from "./corrections.ts";
import { countedUntilMs, countHours } from "./count-hours.ts";
import { toGenerationRecord } from "./generation-list.ts";
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
    async count(nowMs, tell = () => {}) {
      const counted = await countHours(database, engine, nowMs, tell);
      await sumWeeks();
      return counted;
    },
    countedUntilMs: () => countedUntilMs(database),
    async prune(beforeMs) {
      const hours = sql`hour < ${Math.floor(beforeMs / hourMs)} order by hour`;
      const key = ["organisation_id", "is_coarse", "hour", "group_id"];
      await removeInSteps(database, "activity_hours", hours, key);
      const requests = sql`settled_at_ms < ${beforeMs} order by settled_at_ms`;
      if (engine === "sqlite")
        return await removeInSteps(database, "ledger", requests, ["request_id"]);
      await keepMonths(database, Date.now());
      await emptyMonths(database, { endedMs: beforeMs, keptFromMs: beforeMs });
      return await removeRest(database, requests);
    },
  };
}

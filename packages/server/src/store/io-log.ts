import { toText } from "./ledger-row.ts";
import { pruneInSteps } from "./prune.ts";
import type { Database } from "./schema.ts";
import type { IoLogStore } from "./store.ts";

/** Few enough values for one statement: SQLite takes 32,766. */
const appendStep = 1000;

export function createIoLogStore(database: Database): IoLogStore {
  return {
    async append(entries) {
      for (let start = 0; start < entries.length; start += appendStep)
        await database
          .insertInto("io_log")
          .values(
            entries.slice(start, start + appendStep).map((entry) => ({
              request_id: toText(entry.requestId),
              workspace_id: entry.workspaceId,
              key_id: entry.keyId,
              request: toText(entry.request),
              reply: toText(entry.reply),
              created_at_ms: entry.createdAtMs,
            })),
          )
          .execute();
    },
    async list(workspaceId, { offset, limit }) {
      const all = database.selectFrom("io_log").where("workspace_id", "=", workspaceId);
      const records = await all
        .select([
          "request_id as requestId",
          "workspace_id as workspaceId",
          "key_id as keyId",
          "request",
          "reply",
          "created_at_ms as createdAtMs",
        ])
        .orderBy("created_at_ms", "desc")
        .orderBy("id", "desc")
        .offset(offset)
        .limit(limit)
        .execute();
      const { count } = await all
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return { records, totalCount: count };
    },
    prune: (beforeMs) =>
      pruneInSteps((step) =>
        database
          .deleteFrom("io_log")
          .where("id", "in", (eb) =>
            eb
              .selectFrom("io_log")
              .select("id")
              .where("created_at_ms", "<", beforeMs)
              .orderBy("created_at_ms")
              .limit(step),
          )
          .executeTakeFirst(),
      ),
  };
}

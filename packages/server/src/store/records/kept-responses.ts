import { sql } from "kysely";
import type { KeptResponseStore } from "../ports/kept-responses.ts";
import type { Database } from "../schema.ts";
import { mayBeStored, newestTooMany, removeInSteps } from "./rows.ts";

export function createKeptResponseStore(database: Database): KeptResponseStore {
  const remove = (asked: ReturnType<typeof sql>) =>
    removeInSteps(database, "kept_responses", asked);
  return {
    async write({ id, keyId, workspaceId, sealed }) {
      await database
        .insertInto("kept_responses")
        .values({
          id,
          key_id: keyId,
          workspace_id: workspaceId,
          sealed,
          characters: sealed.length,
          created_at_ms: Date.now(),
        })
        .execute();
    },
    async find(keyId, id, sinceMs) {
      if (!mayBeStored(id)) return null;
      const row = await database
        .selectFrom("kept_responses")
        .select("sealed")
        .where("id", "=", id)
        .where("key_id", "=", keyId)
        .where("created_at_ms", ">=", sinceMs)
        .executeTakeFirst();
      return row?.sealed ?? null;
    },
    async remove(keyId, id) {
      if (!mayBeStored(id)) return false;
      const { numDeletedRows } = await database
        .deleteFrom("kept_responses")
        .where("id", "=", id)
        .where("key_id", "=", keyId)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    async trim(workspaceId, maxCharacters) {
      const isTheirs = sql`workspace_id = ${workspaceId}`;
      const newest = await newestTooMany(
        database,
        { table: "kept_responses", size: "characters", isAsked: isTheirs },
        maxCharacters,
      );
      if (newest !== null) await remove(sql`${isTheirs} and created_at_ms <= ${newest}`);
    },
    forget: (workspaceId) => remove(sql`workspace_id = ${workspaceId}`),
    prune: (beforeMs) => remove(sql`created_at_ms < ${beforeMs}`),
  };
}

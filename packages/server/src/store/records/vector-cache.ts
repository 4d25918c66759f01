import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { VectorCacheStore } from "../ports/vector-cache.ts";
import type { Database } from "../schema.ts";
import { newestTooMany, removeInSteps } from "./rows.ts";

export function createVectorCacheStore(database: Database): VectorCacheStore {
  const removeWhere = (condition: RawBuilder<SqlBool>) =>
    removeInSteps(database, "vector_cache", condition, ["workspace_id", "name"]);
  return {
    async find(workspaceId, names) {
      if (names.length === 0) return [];
      return await database
        .selectFrom("vector_cache")
        .select(["name", "sealed"])
        .where("workspace_id", "=", workspaceId)
        .where("name", "in", [...names])
        .execute();
    },
    async write(workspaceId, vectors) {
      if (vectors.length === 0) return;
      const createdAtMs = Date.now();
      await database
        .insertInto("vector_cache")
        .values(
          vectors.map(({ name, sealed }) => ({
            workspace_id: workspaceId,
            name,
            sealed,
            bytes: sealed.length,
            created_at_ms: createdAtMs,
          })),
        )
        .onConflict((conflict) => conflict.columns(["workspace_id", "name"]).doNothing())
        .execute();
    },
    async trim(workspaceId, maxBytes) {
      const isTheirs = sql`workspace_id = ${workspaceId}`;
      const newest = await newestTooMany(
        database,
        { table: "vector_cache", size: "bytes", isAsked: isTheirs },
        maxBytes,
      );
      if (newest === null) return 0;
      return await removeWhere(sql`${isTheirs} and created_at_ms <= ${newest}`);
    },
    forget: (workspaceId) => removeWhere(sql`workspace_id = ${workspaceId}`),
    prune: (beforeMs) => removeWhere(sql`created_at_ms < ${beforeMs}`),
  };
}

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { VectorCacheStore } from "../ports/vector-cache.ts";
import type { Database } from "../schema.ts";
import { removeInSteps } from "./rows.ts";

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
      const { rows } = await sql<{ created_at_ms: number }>`
        select created_at_ms from (
          select created_at_ms, sum(bytes) over (order by created_at_ms desc) as total
          from vector_cache where workspace_id = ${workspaceId}
        ) as sized where total > ${maxBytes} order by created_at_ms desc limit 1`.execute(database);
      const [newestTooMany] = rows;
      if (newestTooMany === undefined) return 0;
      return await removeWhere(
        sql`workspace_id = ${workspaceId} and created_at_ms <= ${newestTooMany.created_at_ms}`,
      );
    },
    forget: (workspaceId) => removeWhere(sql`workspace_id = ${workspaceId}`),
    prune: (beforeMs) => removeWhere(sql`created_at_ms < ${beforeMs}`),
  };
}

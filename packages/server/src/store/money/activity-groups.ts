import { type RawBuilder, sql } from "kysely";
import type { GenerationQuery } from "../ports/generation-list.ts";
import type { Database } from "../schema.ts";

type GroupFilter = Pick<GenerationQuery, "keyId" | "workspaceId" | "model" | "provider" | "app">;

/** On the columns of a group, which are the same in the ledger and in activity. */
export function groupConditions(query: GroupFilter): RawBuilder<unknown>[] {
  const { keyId, workspaceId, model, provider, app } = query;
  return [
    ...(keyId === undefined ? [] : [sql`key_id = ${keyId}`]),
    ...(workspaceId === undefined ? [] : [sql`workspace_id = ${workspaceId}`]),
    ...(model === undefined ? [] : [sql`model = ${model}`]),
    ...(provider === undefined ? [] : [sql`provider = ${provider}`]),
    ...(app === undefined ? [] : [sql`(app_url = ${app} or app_title = ${app})`]),
  ];
}

/** The groups of the counted rows, and of those that are not counted yet. */
export async function groupsOf(
  database: Database,
  organisationId: string,
  query: GroupFilter,
  limit: number,
): Promise<readonly string[]> {
  const { counted_ms: countedMs } = await database
    .selectFrom("activity_cursor")
    .select("counted_ms")
    .executeTakeFirstOrThrow();
  const own = [sql`organisation_id = ${organisationId}`, ...groupConditions(query)];
  const where = sql.join(own, sql` and `);
  // An expression, so that SQLite reads the few newest rows and not all of them in the order of their groups.
  const { rows } = await sql<{ readonly group_id: string }>`
    select group_id from activity_groups where ${where}
    union select group_id || '' from ledger where settled_at_ms > ${countedMs} and ${where}
    limit ${limit}`.execute(database);
  return rows.map(({ group_id }) => group_id);
}

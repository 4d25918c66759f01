import { type RawBuilder, sql } from "kysely";
import type { GenerationQuery } from "../ports/generation-list.ts";
import type { Database } from "../schema.ts";
import { dayMs } from "./calendar.ts";

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

/** The groups with requests in a period, by the days of activity, which are written together with the ledger. */
export async function groupsOf(
  database: Database,
  organisationId: string,
  query: GroupFilter & Pick<GenerationQuery, "after" | "fromMs" | "toMs">,
  limit: number,
): Promise<readonly string[]> {
  const toMs = Math.min(query.toMs ?? Infinity, query.after?.settledAtMs ?? Infinity);
  const conditions = [
    sql`organisation_id = ${organisationId}`,
    ...groupConditions(query),
    // A day counts to its sums even if a clock goes back, so a row may stand one day later than it was booked.
    ...(query.fromMs === undefined ? [] : [sql`day >= ${Math.floor(query.fromMs / dayMs)}`]),
    ...(toMs === Infinity ? [] : [sql`day <= ${Math.floor(toMs / dayMs) + 1}`]),
  ];
  const { rows } = await sql<{ readonly group_id: string }>`
    select distinct group_id from activity_days where ${sql.join(conditions, sql` and `)}
    limit ${limit}`.execute(database);
  return rows.map(({ group_id }) => group_id);
}

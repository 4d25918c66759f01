import { type Selectable, sql } from "kysely";
import type { ActivityGroup, ActivityQuery, ActivityStore } from "../ports/activity.ts";
import type { Listed } from "../ports/page.ts";
import { pruneInSteps } from "../records/prune.ts";
import { mayBeStored } from "../records/text-key.ts";
import type { Database, Tables, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { groupConditions } from "./activity-groups.ts";
import { dayMs, toIsoDay } from "./calendar.ts";
import { attemptRows } from "./corrections.ts";
import { listGenerations } from "./generation-list.ts";
import { toGenerationRecord } from "./generation-record.ts";

/** The longest wait for a list; after it the engine stops working on the query. */
const queryTimeoutMs = 5000;

export function createActivityStore(database: Database, engine: Store["engine"]): ActivityStore {
  return {
    query: (organisationId, query) =>
      database.transaction().execute(async (tx) => {
        if (engine === "postgres") await prepareToList(tx);
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
        if (engine === "postgres") await prepareToList(tx);
        return await listGenerations(tx, organisationId, query);
      }),
    prune: (beforeMs) =>
      pruneInSteps((step) =>
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
      ),
  };
}

/**
 * The rows of a few days lie together, but PostgreSQL estimates an index of several columns by the order of the
 * first. With its default cost of a random page it would read a year to sum up a month.
 */
async function prepareToList(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(queryTimeoutMs)}, true),
    set_config('random_page_cost', '1.1', true)`.execute(tx);
}

const groupColumns = {
  day: ["day"],
  key: ["key_id"],
  workspace: ["workspace_id"],
  model: ["model"],
  provider: ["provider"],
  app: ["app_url", "app_title"],
} as const;

type GroupColumn = (typeof groupColumns)[keyof typeof groupColumns][number];
type GroupRow = Partial<Pick<Selectable<Tables["activity_days"]>, GroupColumn>> & SumRow;

interface SumRow {
  readonly requests: number;
  readonly estimated_requests: number;
  readonly failures: number;
  readonly byok_requests: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_input_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost: number;
  readonly unbilled: number;
}

const sums = sql`coalesce(sum(requests), 0) as requests,
  coalesce(sum(estimated_requests), 0) as estimated_requests, coalesce(sum(failures), 0) as failures,
  coalesce(sum(byok_requests), 0) as byok_requests, coalesce(sum(input_tokens), 0) as input_tokens,
  coalesce(sum(output_tokens), 0) as output_tokens,
  coalesce(sum(cached_input_tokens), 0) as cached_input_tokens,
  coalesce(sum(reasoning_tokens), 0) as reasoning_tokens, coalesce(sum(cost_nanousd), 0) as cost,
  coalesce(sum(unbilled_nanousd), 0) as unbilled`;

async function listGroups(
  database: Database,
  organisationId: string,
  query: ActivityQuery,
): Promise<Listed<ActivityGroup>> {
  const texts = [query.model, query.provider, query.app, query.workspaceId];
  if (texts.some((text) => text !== undefined && !mayBeStored(text)))
    return { records: [], totalCount: 0 };
  const columns = [...new Set(query.groupBy)].flatMap(
    (name): readonly GroupColumn[] => groupColumns[name],
  );
  const names = columns.map((column) => sql.ref(column));
  const select = names.length === 0 ? sums : sql`${sql.join(names)}, ${sums}`;
  const groupBy = names.length === 0 ? sql`` : sql`group by ${sql.join(names)}`;
  // Newest day first, then highest cost; names last, so that pages neither overlap nor leave gaps.
  const order = [
    ...(columns.includes("day") ? [sql`day desc`] : []),
    ...[sql`cost desc`, sql`requests desc`],
    // The engines sort nulls differently unless the query says how.
    ...names.filter((_, index) => columns[index] !== "day").map((name) => sql`${name} nulls last`),
  ];
  const from = sql`from activity_days where ${conditions(organisationId, query)} ${groupBy}`;
  const { rows } = await sql<GroupRow>`select ${select} ${from} order by ${sql.join(order)}
    limit ${query.limit} offset ${query.offset}`.execute(database);
  const records = rows.map(toGroup);
  // Most lists end on their first page, and need no second query to be counted.
  if (query.offset === 0 && rows.length < query.limit) return { records, totalCount: rows.length };
  const counted = await sql<{ count: number }>`
    select count(*) as count from (select count(*) as requests ${from}) as found`.execute(database);
  return { records, totalCount: counted.rows[0]?.count ?? 0 };
}

function conditions(organisationId: string, query: ActivityQuery) {
  return sql.join(
    [
      sql`organisation_id = ${organisationId}`,
      sql`day >= ${Math.floor(query.fromMs / dayMs)}`,
      sql`day < ${Math.ceil(query.toMs / dayMs)}`,
      ...groupConditions(query),
    ],
    sql` and `,
  );
}

function toGroup(row: GroupRow): ActivityGroup {
  return {
    day: row.day === undefined ? null : toIsoDay(row.day),
    keyId: row.key_id ?? null,
    workspaceId: row.workspace_id ?? null,
    model: row.model ?? null,
    provider: row.provider ?? null,
    appUrl: row.app_url ?? null,
    appTitle: row.app_title ?? null,
    requests: row.requests,
    estimatedRequests: row.estimated_requests,
    failures: row.failures,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cachedInputTokens: row.cached_input_tokens,
    reasoningTokens: row.reasoning_tokens,
    costNanousd: row.cost,
    unbilledNanousd: row.unbilled,
    byokRequests: row.byok_requests,
  };
}

import {
  cacheLifeMs,
  conversations,
  mostLostCaches,
  mostNames,
} from "@portico/core/rules/lost-caches";
import { type RawBuilder, sql } from "kysely";
import type {
  AgentSession,
  AgentSessionPage,
  AgentSessionQuery,
  LostCache,
} from "../ports/agent-sessions.ts";
import { mayBeStored } from "../records/rows.ts";
import type { Database } from "../schema.ts";
import { placeBehind } from "./generation-list.ts";
import { hasFailed, type NewestRows, newestRows } from "./newest-rows.ts";

/** Requests of one session that are summed up, the newest. */
const mostRequests = 10_000;
/** Requests that one page sums up; the session that goes beyond it is the page's last. */
const mostOnPage = 10_000;
/** Requests that are looked at for the last ones of sessions: each may ask an index for a later one. */
const mostLooked = 5_000;

/** The sessions whose last request is behind a place, each summed up over all of its requests. */
export async function listAgentSessions(
  database: Database,
  organisationId: string,
  query: AgentSessionQuery,
): Promise<AgentSessionPage> {
  const texts = [query.model, query.sessionId, query.workspaceId];
  if (texts.some((text) => text !== undefined && !mayBeStored(text)))
    return { records: [], next: null };
  const found = await newestOfSessions(database, organisationId, query);
  const lasts = await lastRequests(database, found, query.limit);
  const records: AgentSession[] = [];
  let looked = 0;
  for (const last of lasts) {
    if (looked >= mostOnPage) break;
    const session = await readSession(database, organisationId, last);
    looked += session.requests;
    records.push(session);
  }
  return { records, next: placeBehind(found, records.length || query.limit) };
}

/** The newest request of each session. A request between two others of its session is not in it. */
function newestOfSessions(
  database: Database,
  organisationId: string,
  { model, ...query }: AgentSessionQuery,
): Promise<NewestRows> {
  const isOfSame = sql`other.organisation_id = ledger.organisation_id and other.workspace_id = ledger.workspace_id
    and other.session_id = ledger.session_id and other.key_id = ledger.key_id`;
  const exists = (condition: RawBuilder<unknown>) =>
    sql`exists (select 1 from ledger as other where ${isOfSame} and ${condition})`;
  const isLater = sql`other.settled_at_ms >= ledger.settled_at_ms
    and (other.settled_at_ms > ledger.settled_at_ms or other.request_id > ledger.request_id)`;
  // The engine would look for the model first, in all requests of a session for each of them.
  const isLast =
    model === undefined
      ? sql`not ${exists(isLater)}`
      : sql`case when ${exists(isLater)} then false else ${exists(sql`other.model = ${model}`)} end`;
  return newestRows(database, organisationId, { mostRows: mostLooked, ...query }, [
    sql`session_id is not null`,
    isLast,
  ]);
}

interface LastRequest {
  readonly request_id: string;
  readonly session_id: string;
  readonly key_id: number;
  readonly workspace_id: string;
  readonly settled_at_ms: number;
}

/** In the order in which they were found. */
async function lastRequests(
  database: Database,
  { rows: found }: NewestRows,
  limit: number,
): Promise<readonly LastRequest[]> {
  const ids = found.slice(0, limit).map(({ request_id }) => request_id);
  if (ids.length === 0) return [];
  const { rows } = await sql<LastRequest>`
    select request_id, session_id, key_id, workspace_id, settled_at_ms from ledger
    where request_id in (${sql.join(ids)})`.execute(database);
  const byId = new Map(rows.map((row) => [row.request_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Those that the sums and the lost caches need: a row has forty. */
const columns = sql.raw(`request_id, created_at_ms, operation, model, provider, status, error_kind,
  input_tokens, cached_input_tokens, output_tokens, reasoning_tokens, charged_nanousd,
  cache_read_nanousd, cache_write_nanousd`);

async function readSession(
  database: Database,
  organisationId: string,
  last: LastRequest,
): Promise<AgentSession> {
  const newest = sql`(select ${columns} from ledger
    where organisation_id = ${organisationId} and session_id = ${last.session_id}
      and key_id = ${last.key_id}
    order by settled_at_ms desc, request_id desc limit ${sql.lit(mostRequests)}) as newest`;
  const groups = await readGroups(database, newest);
  const total = (field: Exclude<keyof GroupRow, "model" | "provider">) =>
    groups.reduce((sum, group) => sum + group[field], 0);
  const requests = total("requests");
  return {
    sessionId: last.session_id,
    keyId: last.key_id,
    workspaceId: last.workspace_id,
    firstCreatedAtMs: Math.min(...groups.map((group) => group.first_ms)),
    lastSettledAtMs: last.settled_at_ms,
    requests,
    isComplete: requests < mostRequests,
    failures: total("failures"),
    inputTokens: total("input_tokens"),
    cachedInputTokens: total("cached_tokens"),
    outputTokens: total("output_tokens"),
    reasoningTokens: total("reasoning_tokens"),
    chargedNanousd: total("charged_nanousd"),
    cacheReadNanousd: total("cache_read_nanousd"),
    cacheWriteNanousd: total("cache_write_nanousd"),
    models: mostUsed(groups, ({ model }) => model),
    providers: mostUsed(groups, ({ provider }) => provider),
    ...(await readLostCaches(database, newest)),
  };
}

interface GroupRow {
  readonly model: string;
  readonly provider: string | null;
  readonly requests: number;
  readonly failures: number;
  readonly first_ms: number;
  readonly input_tokens: number;
  readonly cached_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly charged_nanousd: number;
  readonly cache_read_nanousd: number;
  readonly cache_write_nanousd: number;
}

/** The sums of a session's requests by model and provider. */
async function readGroups(
  database: Database,
  newest: RawBuilder<unknown>,
): Promise<readonly GroupRow[]> {
  const { rows } = await sql<GroupRow>`select model, provider, count(*) as requests,
      sum(case when ${hasFailed} then 1 else 0 end) as failures, min(created_at_ms) as first_ms,
      sum(input_tokens) as input_tokens, sum(cached_input_tokens) as cached_tokens,
      sum(output_tokens) as output_tokens, sum(reasoning_tokens) as reasoning_tokens,
      sum(charged_nanousd) as charged_nanousd,
      sum(coalesce(cache_read_nanousd, 0)) as cache_read_nanousd,
      sum(coalesce(cache_write_nanousd, 0)) as cache_write_nanousd
    from ${newest} group by model, provider`.execute(database);
  return rows;
}

function mostUsed(
  groups: readonly GroupRow[],
  nameOf: (group: GroupRow) => string | null,
): readonly string[] {
  const requests = new Map<string, number>();
  for (const group of groups) {
    const name = nameOf(group);
    if (name !== null) requests.set(name, (requests.get(name) ?? 0) + group.requests);
  }
  return [...requests]
    .toSorted(([one, its], [other, others]) => others - its || (one < other ? -1 : 1))
    .slice(0, mostNames)
    .map(([name]) => name);
}

interface LostRow {
  readonly turn: number;
  readonly request_id: string;
  readonly created_at_ms: number;
  readonly model: string;
  readonly provider: string;
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly before_model: string;
  readonly before_provider: string;
  readonly before_ms: number;
  readonly lost: number;
}

/**
 * The turns behind the first whose model was not asked at their provider within the life of a cache. Agents ask several
 * models in turn, so the turn before is not the one whose cache is used.
 */
async function readLostCaches(
  database: Database,
  newest: RawBuilder<unknown>,
): Promise<Pick<AgentSession, "lostCaches" | "lostCacheCount">> {
  const { rows } = await sql<LostRow>`
    select *, count(*) over () as lost from (
      select turn, request_id, created_at_ms, model, provider, input_tokens, cached_input_tokens,
        lag(model) over (order by turn) as before_model,
        lag(provider) over (order by turn) as before_provider,
        lag(created_at_ms) over (order by turn) as before_ms,
        lag(created_at_ms) over (partition by model, provider order by turn) as same_ms
      from (select *, row_number() over (order by created_at_ms, request_id) as turn
        from ${newest}) as numbered
      where provider is not null and operation in (${sql.join(conversations)})
    ) as served
    where before_ms is not null
      and (same_ms is null or created_at_ms - same_ms > ${sql.lit(cacheLifeMs)})
    order by turn desc limit ${sql.lit(mostLostCaches)}`.execute(database);
  return { lostCaches: rows.map(toLostCache), lostCacheCount: rows[0]?.lost ?? 0 };
}

function toLostCache(row: LostRow): LostCache {
  return {
    turn: row.turn,
    generationId: row.request_id,
    createdAtMs: row.created_at_ms,
    model: row.model,
    provider: row.provider,
    inputTokens: row.input_tokens,
    cachedInputTokens: row.cached_input_tokens,
    before: {
      model: row.before_model,
      provider: row.before_provider,
      createdAtMs: row.before_ms,
    },
  };
}

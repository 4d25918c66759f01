import { sql } from "kysely";
import type { AttemptRecord } from "../../model-call/endpoint-facts.ts";
import type {
  CostDetails,
  GenerationPage,
  GenerationPlace,
  GenerationQuery,
  GenerationRecord,
} from "../ports/generation.ts";
import { mayBeStored } from "../records/rows.ts";
import type { Database, LedgerAttemptRow, LedgerRow } from "../schema.ts";
import { toBooked } from "./billed-attempts.ts";
import { readTags } from "./ledger-row.ts";
import { type Found, type NewestRows, newestRows, read } from "./newest-rows.ts";

/** The newest rows behind a place that match. */
export async function listGenerations(
  database: Database,
  organisationId: string,
  query: GenerationQuery,
): Promise<GenerationPage> {
  const texts = [...Object.values(query), ...(query.generationIds ?? [])];
  if (texts.some((value) => typeof value === "string" && !mayBeStored(value)))
    return { records: [], next: null };
  const { generationIds: ids } = query;
  const found: NewestRows =
    ids === undefined
      ? await newestRows(database, organisationId, query)
      : { rows: await withIds(database, organisationId, query, ids), restMs: null };
  const records = await recordsOf(database, found.rows.slice(0, query.limit));
  return { records, next: placeBehind(found, query.limit) };
}

function withIds(
  database: Database,
  organisationId: string,
  query: GenerationQuery,
  ids: readonly string[],
): Promise<readonly Found[]> {
  const { after, fromMs = 0, toMs } = query;
  const toBe = Math.min(after?.settledAtMs ?? Number.MAX_SAFE_INTEGER, (toMs ?? 2 ** 53) - 1);
  return read(
    database,
    organisationId,
    query,
    sql`request_id in (${sql.join([...ids])}) and settled_at_ms between ${fromMs} and ${toBe}`,
  );
}

/** Where the page behind the first rows begins. */
export function placeBehind({ rows, restMs }: NewestRows, limit: number): GenerationPlace | null {
  const last = rows[limit - 1];
  if (rows.length > limit && last !== undefined)
    return { settledAtMs: last.settled_at_ms, generationId: last.request_id };
  // No id is less than this one.
  return restMs === null ? null : { settledAtMs: restMs + 1, generationId: "" };
}

async function recordsOf(database: Database, found: readonly Found[]) {
  if (found.length === 0) return [];
  const ids = found.map(({ request_id }) => request_id);
  const rows = await database
    .selectFrom("ledger")
    .selectAll()
    .where("request_id", "in", ids)
    .execute();
  const attempts = await database
    .selectFrom("ledger_attempts")
    .selectAll()
    .where("request_id", "in", ids)
    .orderBy("attempt")
    .execute();
  const byId = new Map<string, LedgerRow>(rows.map((row) => [row.request_id, row]));
  const billed = Map.groupBy<string, LedgerAttemptRow>(attempts, (row) => row.request_id);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [toGenerationRecord(row, billed.get(id) ?? [])];
  });
}

export function toGenerationRecord(
  row: LedgerRow,
  billed: readonly LedgerAttemptRow[],
): GenerationRecord {
  // This program wrote the JSON from the same type.
  const attempts: readonly AttemptRecord[] = JSON.parse(row.attempts);
  return {
    generationId: row.request_id,
    keyId: row.key_id,
    workspaceId: row.workspace_id,
    state: row.state,
    heldNanousd: row.held_nanousd,
    chargedNanousd: row.charged_nanousd,
    unbilledNanousd: row.unbilled_nanousd,
    billed: billed.map(toBooked),
    createdAtMs: row.created_at_ms,
    settledAtMs: row.settled_at_ms,
    operation: row.operation,
    model: row.model,
    provider: row.provider,
    upstreamModel: row.upstream_model,
    byok: row.byok === 1,
    streamed: row.streamed === 1,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cachedInputTokens: row.cached_input_tokens,
    reasoningTokens: row.reasoning_tokens,
    estimated: row.estimated === 1,
    finishReason: row.finish_reason,
    status: row.status,
    errorKind: row.error_kind,
    discountNanousd: row.discount_nanousd,
    cost: toCost(row),
    price: row.price,
    configurationVersion: row.configuration_version,
    endUser: row.end_user,
    sessionId: row.session_id,
    tags: readTags(row.tags),
    latencyMs: row.latency_ms,
    firstTokenMs: row.first_token_ms,
    attempts,
    appUrl: row.app_url,
    appTitle: row.app_title,
  };
}

function toCost(row: LedgerRow): CostDetails | null {
  const { input_nanousd: input, output_nanousd: output } = row;
  if (input === null || output === null) return null;
  return {
    input,
    output,
    cacheRead: row.cache_read_nanousd ?? 0,
    cacheWrite: row.cache_write_nanousd ?? 0,
    discount: row.discount_nanousd,
    upstream: row.upstream_nanousd,
  };
}

import { sql } from "kysely";
import type { AttemptRecord } from "../../model-call/endpoint-facts.ts";
import type { FailedAttempt } from "../ports/generation.ts";
import type { Database } from "../schema.ts";
import type { Store } from "../store.ts";

/** The requests with a failed attempt that are looked through, the newest: an outage of another provider fills the index. */
const mostRead = 5000;

interface Row {
  readonly request_id: string;
  readonly created_at_ms: number;
  readonly model: string;
  readonly provider: string | null;
  readonly error_kind: string | null;
  readonly status: number;
  readonly attempts: string;
}

/** The last attempts at a provider that failed, newest request first. Callers who left are not the provider's failure. */
export async function failedAttempts(
  database: Database,
  engine: Store["engine"],
  organisationId: string,
  provider: string,
  limit: number,
): Promise<readonly FailedAttempt[]> {
  const find = sql.raw(engine === "sqlite" ? "instr" : "strpos");
  const { rows } = await sql<Row>`
    select * from (
      select request_id, created_at_ms, settled_at_ms, model, provider, error_kind, status, attempts from ledger
      where organisation_id = ${organisationId} and ${sql.raw(hasFailedAttempt(engine))}
        and ${sql.raw(isRare)}
      order by settled_at_ms desc limit ${sql.lit(mostRead)}
    ) as failed
    where ${find}(attempts, ${`"provider":${JSON.stringify(provider)}`}) > 0
    order by settled_at_ms desc, request_id desc limit ${sql.lit(limit * rowsForEach)}`.execute(
    database,
  );
  return rows.flatMap((row) => attemptsOf(row, provider)).slice(0, limit);
}

/**
 * The same once more: PostgreSQL knows from its samples how few rows that is, and takes a third of all for the other one. It
 * would look through millions in the order of their times.
 */
const isRare = `attempts like '%"failure":"%'`;

/** The condition of the index ledger_failed_attempt: the query has the same words. */
export function hasFailedAttempt(engine: Store["engine"]): string {
  const failure = `'"failure":"'`;
  return engine === "sqlite"
    ? `instr(attempts, ${failure}) > 0`
    : `strpos(attempts, ${failure}) > 0`;
}

/** A row may name the provider because it served after another one had failed. */
const rowsForEach = 10;

function attemptsOf(row: Row, provider: string): FailedAttempt[] {
  // This program wrote the JSON from the same type.
  const attempts: readonly AttemptRecord[] = JSON.parse(row.attempts);
  const isServed = row.error_kind === null && row.status < 400;
  return attempts
    .toReversed()
    .flatMap(({ failure, upstreamModel, status, latencyMs, ...attempt }) =>
      attempt.provider !== provider || failure === null || failure === "aborted"
        ? []
        : [
            {
              upstreamModel,
              status,
              failure,
              latencyMs,
              generationId: row.request_id,
              createdAtMs: row.created_at_ms,
              model: row.model,
              servedBy: isServed ? row.provider : null,
            },
          ],
    );
}

import { type RawBuilder, sql } from "kysely";
import type { GenerationQuery } from "../ports/generation.ts";

function isOfFailures({ status, isFailed, errorKind }: GenerationQuery): boolean {
  return isFailed === true || errorKind !== undefined || (status !== undefined && status >= 400);
}

/** In the words of the index. */
const hasFailed = sql`(status >= 400 or error_kind is not null)`;

/** The rows among which the query's are, in the words of the index that holds them in the order of their booking. */
export function sourceOf(organisationId: string, query: GenerationQuery): RawBuilder<unknown> {
  const { endUser, sessionId, keyId } = query;
  const own = sql`organisation_id = ${organisationId}`;
  if (endUser !== undefined) return sql`${own} and end_user = ${endUser}`;
  if (sessionId !== undefined) return sql`${own} and session_id = ${sessionId}`;
  if (keyId !== undefined) return sql`key_id = ${keyId}`;
  // Without another index the one of the times, whose rows are of all organisations: it alone is read to count them.
  return isOfFailures(query) ? sql`${own} and ${hasFailed}` : sql`true`;
}

/** Of a query on the ledger, without those of the group, the ids and the period. */
export function conditionsOf(query: GenerationQuery): RawBuilder<unknown>[] {
  const { after, endUser, sessionId, minNanousd, maxNanousd } = query;
  return [
    ...given(
      after,
      (row) => sql`(settled_at_ms < ${row.settledAtMs} or request_id < ${row.generationId})`,
    ),
    ...given(query.operation, (name) => sql`operation = ${name}`),
    ...given(query.isStreamed, (is) => sql`streamed = ${is ? 1 : 0}`),
    ...(isOfFailures(query) ? [hasFailed] : []),
    ...(query.isFailed === false ? [sql`not ${hasFailed}`] : []),
    ...given(query.status, (status) => sql`status = ${status}`),
    ...given(query.errorKind, (kind) => sql`error_kind = ${kind}`),
    ...given(endUser, (name) => sql`end_user = ${name}`),
    ...given(sessionId, (name) => sql`session_id = ${name}`),
    ...given(minNanousd, (nanousd) => sql`charged_nanousd >= ${nanousd}`),
    ...given(maxNanousd, (nanousd) => sql`charged_nanousd <= ${nanousd}`),
  ];
}

function given<Value>(
  value: Value | undefined,
  condition: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  return value === undefined ? [] : [condition(value)];
}

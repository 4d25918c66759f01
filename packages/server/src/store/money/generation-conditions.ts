import { type RawBuilder, sql } from "kysely";
import type { GenerationQuery } from "../ports/generation-list.ts";

export function isOfFailures({ status, isFailed, errorKind }: GenerationQuery): boolean {
  return isFailed === true || errorKind !== undefined || (status !== undefined && status >= 400);
}

/** In the words of the index. */
const hasFailed = sql`(status >= 400 or error_kind is not null)`;

/** The one that an index beside the organisation's begins with, where the query has one. */
export function indexedCondition(query: GenerationQuery): RawBuilder<unknown>[] {
  const { endUser, sessionId, keyId } = query;
  if (endUser !== undefined) return [sql`end_user = ${endUser}`];
  if (sessionId !== undefined) return [sql`session_id = ${sessionId}`];
  return isOfFailures(query) && keyId === undefined ? [hasFailed] : [];
}

/** Of a list that is read in parts, each part has its own in place of these: of two lower bounds SQLite seeks the first. */
export function periodOf({ after, fromMs, toMs }: GenerationQuery): RawBuilder<unknown>[] {
  return [
    ...given(after?.settledAtMs, (ms) => sql`settled_at_ms <= ${ms}`),
    ...given(fromMs, (ms) => sql`settled_at_ms >= ${ms}`),
    ...given(toMs, (ms) => sql`settled_at_ms < ${ms}`),
  ];
}

/** Of a query on the ledger, without those of the group and the period. */
export function conditionsOf(query: GenerationQuery): RawBuilder<unknown>[] {
  const { after, endUser, sessionId, minNanousd, maxNanousd } = query;
  return [
    ...given(
      after,
      (row) => sql`(settled_at_ms < ${row.settledAtMs} or request_id < ${row.generationId})`,
    ),
    ...given(query.generationIds, (ids) => sql`request_id in (${sql.join([...ids])})`),
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

import { sql } from "kysely";
import { toColumns, toFields } from "../fields.ts";
import type { RefusalQuery, RefusalStore, Refusals } from "../ports/refusals.ts";
import type { Database } from "../schema.ts";
import type { RefusalsTable } from "../tables/requests.ts";
import { listed, matching, removeInSteps, replaced } from "./rows.ts";

const hourMs = 60 * 60 * 1000;
const place = ["organisation_id", "hour", "key_id", "reason", "model"] as const;

/** Of one statement: its locks last for a moment only. */
const mostAtOnce = 200;

export function createRefusalStore(database: Database): RefusalStore {
  const found = (organisationId: string, query: RefusalQuery) => {
    let rows = database
      .selectFrom("refusals")
      .where("organisation_id", "=", organisationId)
      .where(matching(query, "keyId", "workspaceId", "model", "reason"));
    if (query.fromMs !== undefined)
      rows = rows.where("hour", ">=", Math.floor(query.fromMs / hourMs));
    if (query.toMs !== undefined) rows = rows.where("hour", "<", Math.ceil(query.toMs / hourMs));
    return rows;
  };
  return {
    async add(refusals) {
      // In one order, so that processes that add to the same rows do not wait for each other in a circle.
      const rows = refusals
        .map(toRow)
        .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
      for (let from = 0; from < rows.length; from += mostAtOnce)
        await addSome(database, rows.slice(from, from + mostAtOnce));
    },
    list: (organisationId, query) =>
      listed(
        found(organisationId, query)
          .selectAll()
          .orderBy("hour", "desc")
          .orderBy("last_at_ms", "desc")
          .orderBy("key_id")
          .orderBy("reason")
          .orderBy("model"),
        query,
        toRefusals,
      ),
    async sums(organisationId, query) {
      const rows = await found(organisationId, query)
        .select(["reason", sql<number>`cast(sum(requests) as bigint)`.as("requests")])
        .groupBy("reason")
        .orderBy("requests", "desc")
        .orderBy("reason")
        .execute();
      return new Map(rows.map(({ reason, requests }) => [reason, requests]));
    },
    prune: (beforeMs) =>
      removeInSteps(
        database,
        "refusals",
        sql`hour < ${Math.floor(beforeMs / hourMs)} order by hour`,
        place,
      ),
  };
}

async function addSome(database: Database, rows: readonly RefusalsTable[]): Promise<void> {
  await database
    .insertInto("refusals")
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns([...place]).doUpdateSet({
        requests: sql<number>`refusals.requests + excluded.requests`,
        ...replaced(["status", "last_at_ms", "operation", "request_id", "message", "subject"]),
      }),
    )
    .execute();
}

function keyOf({ organisation_id, hour, key_id, reason, model }: RefusalsTable): string {
  return JSON.stringify([organisation_id, hour, key_id, reason, model]);
}

function toRow({ last, hourMs: startMs, ...refusals }: Refusals): RefusalsTable {
  const { atMs: lastAtMs, ...sample } = last;
  return {
    ...toColumns({ ...refusals, ...sample, lastAtMs }),
    hour: Math.floor(startMs / hourMs),
  };
}

function toRefusals(row: RefusalsTable): Refusals {
  const {
    hour,
    lastAtMs: atMs,
    operation,
    requestId,
    message,
    subject,
    ...refusals
  } = toFields(row);
  const last = { atMs, operation, requestId, message, subject };
  return { ...refusals, hourMs: hour * hourMs, last };
}

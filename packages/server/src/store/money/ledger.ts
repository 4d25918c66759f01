import { toFields } from "../fields.ts";
import type { GrantPage, HoldPage, HoldQuery, HoldRecord, LedgerStore } from "../ports/ledger.ts";
import type { Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { readLedger } from "./ledger-facts.ts";
import { listAtOnce } from "./lists.ts";

export function createLedgerStore(database: Database, engine: Store["engine"]): LedgerStore {
  return {
    sums: (organisationId, period) =>
      listAtOnce(database, engine, (tx) => readLedger(tx, organisationId, period)),
    grants: (organisationId, query) => listGrants(database, organisationId, query),
    holds: (organisationId, query) =>
      listAtOnce(database, engine, (tx) => listHolds(tx, organisationId, query)),
    async processCount() {
      return await database
        .selectFrom("processes as p")
        .leftJoin("configuration_in_use as u", (join) =>
          join.onRef("u.version", "!=", "p.configuration_version"),
        )
        .select(({ fn }) => [
          fn.countAll<number>().as("count"),
          fn.count<number>("u.version").as("behind"),
        ])
        .executeTakeFirstOrThrow();
    },
  };
}

async function listGrants(
  database: Database,
  organisationId: string,
  { limit, after }: Parameters<LedgerStore["grants"]>[1],
): Promise<GrantPage> {
  let rows = database
    .selectFrom("credit_grants")
    .where("organisation_id", "=", organisationId)
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (after !== undefined) rows = rows.where("id", "<", after);
  const found = await rows.execute();
  const page = found.slice(0, limit);
  return {
    records: page.map((row) => toFields(row, "organisation_id")),
    next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** There are as many holds as requests under way, so all are read and sorted without an index. */
export async function listHolds(
  tx: Tx,
  organisationId: string,
  { limit, after, keyId }: HoldQuery,
): Promise<HoldPage> {
  let own = tx
    .selectFrom("holds")
    .innerJoin("keys", "keys.id", "holds.key_id")
    .where("keys.organisation_id", "=", organisationId);
  if (keyId !== undefined) own = own.where("holds.key_id", "=", keyId);
  const totals = await own
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      fn.coalesce(fn.sum<number>("holds.amount_nanousd"), (eb) => eb.lit(0)).as("nanousd"),
    ])
    .executeTakeFirstOrThrow();
  let rows = own
    .leftJoin("processes", "processes.id", "holds.process_id")
    .selectAll("holds")
    .select(["keys.hash", "keys.name", "keys.workspace_id", "processes.started_at_ms"])
    .orderBy("holds.created_at_ms")
    .orderBy("holds.request_id")
    .limit(limit + 1);
  if (after !== undefined)
    rows = rows.where(({ eb, and, or }) =>
      or([
        eb("holds.created_at_ms", ">", after.createdAtMs),
        and([
          eb("holds.created_at_ms", "=", after.createdAtMs),
          eb("holds.request_id", ">", after.generationId),
        ]),
      ]),
    );
  const found = await rows.execute();
  const records = found.slice(0, limit).map(
    (row): HoldRecord => ({
      generationId: row.request_id,
      createdAtMs: row.created_at_ms,
      operation: row.operation,
      model: row.model,
      keyId: row.key_id,
      keyHash: row.hash,
      keyName: row.name,
      workspaceId: row.workspace_id,
      amountNanousd: row.amount_nanousd,
      usesCredits: row.uses_credits === 1,
      endUser: row.end_user,
      sessionId: row.session_id,
      appUrl: row.app_url,
      appTitle: row.app_title,
      processId: row.process_id,
      processStartedAtMs: row.started_at_ms,
    }),
  );
  return {
    readAtMs: Date.now(),
    records,
    totalCount: totals.count,
    totalNanousd: totals.nanousd,
    next: found.length > limit ? (records.at(-1) ?? null) : null,
  };
}

import { toFields } from "../fields.ts";
import type { GrantPage, LedgerStore } from "../ports/ledger.ts";
import type { Database } from "../schema.ts";
import type { Store } from "../store.ts";
import { readLedger } from "./ledger-facts.ts";
import { listAtOnce } from "./list-at-once.ts";
import { listHolds } from "./list-holds.ts";

export function createLedgerStore(database: Database, engine: Store["engine"]): LedgerStore {
  return {
    sums: (organisationId, period) =>
      listAtOnce(database, engine, (tx) => readLedger(tx, organisationId, period)),
    grants: (organisationId, query) => listGrants(database, organisationId, query),
    holds: (organisationId, query) =>
      listAtOnce(database, engine, (tx) => listHolds(tx, organisationId, query)),
    async processCount() {
      const { count } = await database
        .selectFrom("processes")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
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

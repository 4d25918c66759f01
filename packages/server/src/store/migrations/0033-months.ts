import { sql } from "kysely";
import {
  addMonths,
  idAt,
  isByMonths,
  lastId,
  monthlyTables,
  monthStart,
  nextMonth,
} from "../postgres/months.ts";
import { inShortLock, patiently } from "../postgres/short-locks.ts";
import type { Database, Tx } from "../schema.ts";
import type { LongWork, Migration } from "./migration.ts";

const byMonths: LongWork = {
  name: "the division of the ledger by months",
  isDone: isByMonths,
  async run(database) {
    const nowMs = Date.now();
    const fromMs = nextMonth(nowMs);
    const change = (work: (tx: Tx) => Promise<void>) =>
      patiently(() => inShortLock(database, work));
    try {
      for (const table of monthlyTables) {
        await change((tx) => refuseFrom(tx, table, fromMs));
        await validate(database, table);
      }
      await change(async (tx) => {
        for (const table of monthlyTables) await divide(tx, table, fromMs, nowMs);
      });
    } catch (error) {
      // A month that begins before the next try would be refused.
      for (const table of monthlyTables) await change((tx) => refuseNone(tx, table));
      throw error;
    }
  },
  // PostgreSQL does not say how far it has read a table.
  progress: async () => null,
};

/**
 * PostgreSQL: the tables that grow with each request are kept by months from now on. A table of before stays whole, as the
 * partition of all earlier ids.
 */
export const months: Migration = {
  name: "months",
  async up(tx, engine) {
    if (engine === "sqlite") return;
    // Rows of attempts go with their request's month, and in steps where retention removes single rows.
    await sql`alter table ledger_attempts
      drop constraint if exists ledger_attempts_request_id_fkey`.execute(tx);
    const { rows } = await sql`select 1 from ledger limit 1`.execute(tx);
    if (rows.length > 0) return;
    const nowMs = Date.now();
    for (const table of monthlyTables) {
      await refuseFrom(tx, table, monthStart(nowMs));
      await validate(tx, table);
      await divide(tx, table, monthStart(nowMs), nowMs);
    }
  },
  longWork: [byMonths],
};

/**
 * Tells PostgreSQL that no request of these months is in the table, which it would look for under a lock. A month of which
 * this is said begins in a week or later, so that a killed process leaves nothing that refuses a booking.
 */
async function refuseFrom(tx: Tx, table: string, fromMs: number): Promise<void> {
  await refuseNone(tx, table);
  await sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_months`)}
    check (request_id < ${sql.lit(idAt(fromMs))} or request_id >= ${sql.lit(lastId)}) not valid`.execute(
    tx,
  );
}

async function refuseNone(tx: Tx, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)}
    drop constraint if exists ${sql.ref(`${table}_months`)}`.execute(tx);
}

/** Reads the whole table, while it is written. */
async function validate(database: Database, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)}
    validate constraint ${sql.ref(`${table}_months`)}`.execute(database);
}

/** Puts a divided table in the place of the one of before, which becomes its first part. */
async function divide(tx: Tx, table: string, fromMs: number, nowMs: number): Promise<void> {
  const before = `${table}_before`;
  const [divided, whole] = [sql.table(table), sql.table(before)];
  await sql`lock table ${divided} in access exclusive mode`.execute(tx);
  const indexes = await indexesOf(tx, table);
  await sql`alter table ${divided} rename to ${sql.ref(before)}`.execute(tx);
  for (const { name } of indexes)
    await sql`alter index ${sql.table(name)} rename to ${sql.ref(`${name}_before`)}`.execute(tx);
  await sql`create table ${divided} (like ${whole} including defaults including constraints)
    partition by range (request_id)`.execute(tx);
  await refuseNone(tx, table);
  for (const { definition, columns } of indexes)
    if (columns === null) await sql.raw(definition).execute(tx);
    else await sql`alter table ${divided} add ${sql.raw(columns)}`.execute(tx);
  await grantAgain(tx, table, before);
  await sql`alter table ${divided} attach partition ${whole} default`.execute(tx);
  await addMonths(tx, table, fromMs, nowMs);
}

interface FoundIndex {
  readonly name: string;
  readonly definition: string;
  /** Of a primary key, in words: PRIMARY KEY (request_id). */
  readonly columns: string | null;
}

async function indexesOf(tx: Tx, table: string): Promise<readonly FoundIndex[]> {
  const { rows } = await sql<FoundIndex>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conindid = i.indexrelid and k.contype = 'p') as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(${table}) and i.indisvalid order by c.relname`.execute(tx);
  return rows;
}

/** What an operator has allowed other roles. */
async function grantAgain(tx: Tx, table: string, before: string): Promise<void> {
  const { rows } = await sql<{ privilege: string; role: string }>`
    select a.privilege_type as privilege,
      case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as role
    from pg_class c, aclexplode(c.relacl) a where c.oid = to_regclass(${before}) and a.grantee <> c.relowner`.execute(
    tx,
  );
  for (const { privilege, role } of rows)
    await sql.raw(`grant ${privilege} on ${table} to ${role}`).execute(tx);
}

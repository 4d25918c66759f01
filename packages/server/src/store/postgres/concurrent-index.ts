import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { LongWork } from "../migrations/migration.ts";
import type { Database } from "../schema.ts";

interface Index {
  readonly name: string;
  readonly table: string;
  /** Behind the table's name: columns and condition. */
  readonly of: string;
  readonly isUnique?: true;
}

const lookEveryMs = 1000;

/** An index that is built while its table is written, which no transaction can do: in a divided table part by part. */
export function concurrentIndex(index: Index): LongWork {
  const { name, table } = index;
  return {
    name: `the index ${name}`,
    isDone: async (database) => (await stateOf(database, name)) === "valid",
    async run(database) {
      const parts = await partsOf(database, table);
      if (parts.length === 0) return await build(database, index);
      // Parts that are made from now on have it.
      await sql
        .raw(`create ${kindOf(index)} if not exists ${name} on only ${table} ${index.of}`)
        .execute(database);
      for (const part of await partsWithout(database, parts, name)) {
        const own = { ...index, name: `${name}_${part}`, table: part };
        await build(database, own);
        await sql.raw(`alter index ${name} attach partition ${own.name}`).execute(database);
      }
    },
    async progress(database) {
      const tables = [table, ...(await partsOf(database, table))];
      const builds = await Promise.all(tables.map((each) => buildOf(database, each)));
      return builds.find((found) => found !== null) ?? null;
    },
  };
}

function kindOf({ isUnique }: Index): string {
  return isUnique === true ? "unique index" : "index";
}

async function build(database: Database, index: Index): Promise<void> {
  const { name, table, of } = index;
  // A killed process leaves its statement behind, which PostgreSQL goes on with.
  while ((await buildOf(database, table)) !== null) await sleep(lookEveryMs);
  const state = await stateOf(database, name);
  if (state === "valid") return;
  if (state === "invalid")
    await sql.raw(`drop index concurrently if exists ${name}`).execute(database);
  await sql.raw(`create ${kindOf(index)} concurrently ${name} on ${table} ${of}`).execute(database);
}

async function partsOf(database: Database, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relid::text as name from pg_partition_tree(to_regclass(${table})) where isleaf and level > 0`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}

async function partsWithout(
  database: Database,
  parts: readonly string[],
  index: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select i.indrelid::regclass::text as name from pg_inherits p join pg_index i on i.indexrelid = p.inhrelid
    where p.inhparent = to_regclass(${index})`.execute(database);
  const having = new Set(rows.map(({ name }) => name));
  return parts.filter((part) => !having.has(part));
}

/** An interrupted build leaves an index that is kept up to date and never used. */
async function stateOf(database: Database, name: string): Promise<"valid" | "invalid" | null> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(
    database,
  );
  const [row] = rows;
  if (row === undefined) return null;
  return row.valid ? "valid" : "invalid";
}

/** The build of an index of this table that is under way. */
async function buildOf(database: Database, table: string): Promise<string | null> {
  const { rows } = await sql<{ phase: string; percent: number | null }>`
    select phase, floor(100.0 * greatest(blocks_done::numeric / nullif(blocks_total, 0),
      tuples_done::numeric / nullif(tuples_total, 0))) as percent
    from pg_stat_progress_create_index where relid = to_regclass(${table}) and datname = current_database()`.execute(
    database,
  );
  const [row] = rows;
  if (row === undefined) return null;
  return row.percent === null ? row.phase : `${row.phase}, ${row.percent} %`;
}

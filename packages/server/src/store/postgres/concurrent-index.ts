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

/** An index that is built while its table is written, which no transaction can do. */
export function concurrentIndex({ name, table, of, isUnique }: Index): LongWork {
  return {
    name: `the index ${name}`,
    isDone: async (database) => (await stateOf(database, name)) === "valid",
    async run(database) {
      // A killed process leaves its statement behind, which PostgreSQL goes on with.
      while ((await buildOf(database, table)) !== null) await sleep(lookEveryMs);
      const state = await stateOf(database, name);
      if (state === "valid") return;
      if (state === "invalid")
        await sql.raw(`drop index concurrently if exists ${name}`).execute(database);
      const kind = isUnique === true ? "unique index" : "index";
      await sql.raw(`create ${kind} concurrently ${name} on ${table} ${of}`).execute(database);
    },
    progress: (database) => buildOf(database, table),
  };
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

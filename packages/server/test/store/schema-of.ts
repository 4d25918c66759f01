import type { StorePlace } from "../../src/store/open-store.ts";
import { rawSql } from "./raw-sql.ts";

/** All that a database has except the history of its migrations: one line each, in an order of their own. */
export async function schemaOf(place: StorePlace): Promise<readonly string[]> {
  const lines = [];
  for (const query of "databaseUrl" in place ? ofPostgres : ofSqlite)
    for (const row of await rawSql(place, query))
      lines.push(
        Object.values(row)
          .join(" ")
          .replace(/\s+/g, " ")
          .replace(/ ?([(),]) ?/g, "$1")
          .trim(),
      );
  return lines.filter((line) => !line.includes("portico_migrations")).sort();
}

const ofSqlite = [
  "select type, name, tbl_name, sql from sqlite_master where sql is not null",
  "select 'cursor', * from activity_cursor",
];

const isOurs = "connamespace = 'public'::regnamespace";
const ofPostgres = [
  `select 'column', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, pg_get_expr(d.adbin, d.adrelid), c.reloptions
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  "select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'",
  `select 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint where ${isOurs}`,
  "select 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal",
  "select 'function', pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace",
  "select 'cursor', * from activity_cursor",
];

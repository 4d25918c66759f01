import { sql } from "kysely";
import { hasFailedAttempt } from "../../money/failed-attempts.ts";
import type { Store } from "../../store.ts";
import type { Migration } from "../migration.ts";
import { keysTables } from "./keys.ts";
import { organisationsTables } from "./organisations.ts";
import { requestsTables } from "./requests.ts";
import { sumsTables } from "./sums.ts";

/** All tables as release 0.9 left them, for an empty store. */
export const baseline: Migration = {
  name: "baseline",
  async up(tx, engine) {
    const words = wordsOf[engine];
    const tables = [...organisationsTables, ...keysTables, ...requestsTables, ...sumsTables];
    const statements = [
      ...tables.map((each) => each.replace(/<(\w+)>/g, (whole, word) => words[word] ?? whole)),
      `create index ledger_failed_attempt on ledger (organisation_id, settled_at_ms)
        where ${hasFailedAttempt(engine)}`,
      ...ofEngine[engine],
    ];
    // PostgreSQL takes them in one round trip, SQLite one by one.
    const scripts = engine === "postgres" ? [statements.join(";\n")] : statements;
    for (const script of scripts) await sql.raw(script).execute(tx);
  },
};

/** What the engines say differently in the texts of tables. */
const wordsOf: Readonly<Record<Store["engine"], Readonly<Record<string, string>>>> = {
  sqlite: {
    // A number that is given out once: it is never used again after a deletion.
    numbered: "integer primary key autoincrement",
    bytes: "blob",
    // A row stands where its primary key is: no page of an index is written beside it.
    byKey: "without rowid",
    rewrittenOften: "",
  },
  postgres: {
    numbered: "bigint generated always as identity primary key",
    bytes: "bytea",
    byKey: "",
    // Leaves room in each page for a row's next version, so that no index is touched by an update.
    rewrittenOften: "with (fillfactor = 50)",
  },
};

const ofEngine: Readonly<Record<Store["engine"], readonly string[]>> = {
  sqlite: [
    `create trigger audit_events_append_only before update on audit_events
      begin select raise(abort, 'Rows of audit_events are never changed.'); end`,
  ],
  postgres: [
    // SQLite reads the few holds from end to end, rather than write a page of an index with each.
    "create index holds_process on holds (process_id)",
    `create function portico_refuse_audit_update_1() returns trigger language plpgsql as $$
      begin raise exception 'Rows of audit_events are never changed.'; end $$`,
    `create trigger audit_events_append_only before update on audit_events
      for each row execute function portico_refuse_audit_update_1()`,
  ],
};

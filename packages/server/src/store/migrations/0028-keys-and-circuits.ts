import { sql } from "kysely";
import { hasFailedAttempt } from "../money/failed-attempts.ts";
import { searchTextOf } from "../records/search-text.ts";
import type { Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import type { Migration } from "./migration.ts";

/**
 * For the search among keys, the changes of circuits and the failed attempts of a provider. The index of failed attempts
 * has only rows that hold one, also where another provider served the request in the end.
 */
export const keysAndCircuits: Migration = {
  name: "keys-and-circuits",
  async up(tx, engine) {
    for (const statement of statements(engine)) await sql.raw(statement).execute(tx);
    await writeSearchTexts(tx, engine);
  },
};

const statements = (engine: Store["engine"]) => [
  "alter table keys add column search_text text",
  `create table circuit_changes (
    endpoint text not null,
    at_ms bigint not null,
    process_id text not null,
    circuit text not null,
    primary key (endpoint, at_ms, process_id)
  )`,
  "create index circuit_changes_time on circuit_changes (at_ms)",
  `create index ledger_failed_attempt on ledger (organisation_id, settled_at_ms) where ${hasFailedAttempt(engine)}`,
];

const step = 1000;

async function writeSearchTexts(tx: Tx, engine: Store["engine"]): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom("keys")
      .select(["id", "name", "label", "owner_email", "created_by"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(step)
      .execute();
    const texts = rows.map((row) => ({ id: row.id, text: searchTextOf(row) }));
    if (engine === "postgres") await writeAtOnce(tx, texts);
    else
      for (const { id, text } of texts)
        await tx.updateTable("keys").set({ search_text: text }).where("id", "=", id).execute();
    const last = rows.at(-1);
    if (rows.length < step || last === undefined) return;
    after = last.id;
  }
}

async function writeAtOnce(
  tx: Tx,
  texts: readonly { readonly id: number; readonly text: string }[],
): Promise<void> {
  await sql`update keys set search_text = given.text
    from unnest(${texts.map(({ id }) => id)}::bigint[], ${texts.map(({ text }) => text)}::text[]) as given (id, text)
    where keys.id = given.id`.execute(tx);
}

import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * A request may be billed by several upstreams: one gave an answer that could not be used, the next one served. The
 * ledger's row stays the whole of a request; here stands what each attempt is of it. Only where there are several: the
 * usual request is one row, as before.
 */
export const billedAttempts: Migration = {
  name: "billed-attempts",
  async up(tx, engine) {
    const byRequest = engine === "sqlite" ? "without rowid" : "";
    await sql
      .raw(`create table ledger_attempts (
        request_id text not null references ledger (request_id) on delete cascade,
        attempt integer not null,
        provider text not null,
        upstream_model text not null,
        byok integer not null,
        group_id text not null,
        input_tokens bigint not null,
        output_tokens bigint not null,
        cached_input_tokens bigint not null,
        reasoning_tokens bigint not null,
        estimated integer not null,
        charged_nanousd bigint not null check (charged_nanousd >= 0),
        unbilled_nanousd bigint not null check (unbilled_nanousd >= 0),
        primary key (request_id, attempt)
      ) ${byRequest}`)
      .execute(tx);
    await sql`alter table activity_days add column unbilled_nanousd bigint not null default 0`.execute(
      tx,
    );
  },
};

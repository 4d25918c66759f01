import { sql } from "kysely";
import type { Store } from "../store.ts";
import type { Migration } from "./migration.ts";

/**
 * The ledger summed up by day and state, for `GET /ledger`: rows are counted in the background up to `states_ms` of the
 * cursor, in a first pass all rows that are there (money/count-states.ts). The cursor is its own, so that a program of an
 * earlier version, which counts the hours alone, leaves no row out. A refund by such a program of a row that is counted
 * here stays unseen.
 */
export const ledgerDays: Migration = {
  name: "ledger-days",
  async up(tx, engine) {
    for (const statement of statements(engine)) await sql.raw(statement).execute(tx);
  },
};

function statements(engine: Store["engine"]): readonly string[] {
  const [byKey, rewrittenOften] =
    engine === "sqlite" ? ["without rowid", ""] : ["", "with (fillfactor = 50)"];
  return [
    `create table ledger_days (
      organisation_id text not null,
      day integer not null,
      state text not null,
      uses_credits integer not null,
      requests bigint not null,
      held_nanousd bigint not null,
      charged_nanousd bigint not null,
      unbilled_nanousd bigint not null,
      refunded_nanousd bigint not null,
      primary key (organisation_id, day, state, uses_credits)
    ) ${byKey}${rewrittenOften}`,
    "alter table activity_cursor add column states_ms bigint not null default 0",
    "alter table ledger add column refunded_nanousd bigint",
    refundsOfBefore[engine],
    prunedRows,
    "create index credit_grants_organisation on credit_grants (organisation_id, id)",
  ];
}

const charge = {
  sqlite: "json_extract(a.facts_before, '$.chargedNanousd')",
  postgres: "(a.facts_before::json ->> 'chargedNanousd')::bigint",
};

const refundsOfBefore = { sqlite: refunds("sqlite"), postgres: refunds("postgres") };

/** The ledger has no amount that was given back, and the audit log has. */
function refunds(engine: Store["engine"]): string {
  return `update ledger set refunded_nanousd = (
      select max(${charge[engine]}) from audit_events a
      where a.organisation_id = ledger.organisation_id and a.target_type = 'generation'
        and a.target_id = ledger.request_id)
    where state = 'refunded' and request_id in (
      select target_id from audit_events where target_type = 'generation')`;
}

/** What activity has more than the ledger, until the ledger's oldest day. */
const prunedRows = `
  insert into ledger_days (organisation_id, day, state, uses_credits, requests, held_nanousd, charged_nanousd,
    unbilled_nanousd, refunded_nanousd)
  select organisation_id, day, 'pruned', 1, sum(requests), 0, sum(cost), sum(unbilled), 0
  from (
    select organisation_id, day, requests, cost_nanousd as cost, unbilled_nanousd as unbilled
    from activity_days
    where day <= coalesce((select charged_day from ledger order by settled_at_ms limit 1), 1000000)
    union all
    select organisation_id, charged_day, -1, -charged_nanousd, -unbilled_nanousd from ledger
    where settled_at_ms < ((select charged_day from ledger order by settled_at_ms limit 1) + 1) * cast(86400000 as bigint)
      and charged_day <= (select charged_day from ledger order by settled_at_ms limit 1)
  ) as days
  group by organisation_id, day having sum(requests) <> 0 or sum(cost) <> 0 or sum(unbilled) <> 0`;

import { sql } from "kysely";
import type { LedgerRow, Tx } from "../schema.ts";
import type { Cursor } from "./cursor.ts";

/** One statement takes some milliseconds for so many. */
const step = 5000;

const added = sql`requests = ledger_days.requests + excluded.requests,
  held_nanousd = ledger_days.held_nanousd + excluded.held_nanousd,
  charged_nanousd = ledger_days.charged_nanousd + excluded.charged_nanousd,
  unbilled_nanousd = ledger_days.unbilled_nanousd + excluded.unbilled_nanousd,
  refunded_nanousd = ledger_days.refunded_nanousd + excluded.refunded_nanousd`;

const columns = sql`organisation_id, day, state, uses_credits, requests, held_nanousd, charged_nanousd,
  unbilled_nanousd, refunded_nanousd`;

/** Adds the next rows of the ledger to ledger_days. False at the end. The caller holds the lock of the cursor. */
export async function countStates(tx: Tx, { closed_ms, states_ms }: Cursor): Promise<boolean> {
  if (states_ms >= closed_ms) return false;
  const last = await tx
    .selectFrom("ledger")
    .select("settled_at_ms")
    .where("settled_at_ms", ">", states_ms)
    .where("settled_at_ms", "<=", closed_ms)
    .orderBy("settled_at_ms")
    .offset(step)
    .limit(1)
    .executeTakeFirst();
  const toMs = last?.settled_at_ms ?? closed_ms;
  await sql`insert into ledger_days (${columns})
    select organisation_id, charged_day, state, uses_credits, count(*), sum(held_nanousd),
      sum(charged_nanousd), sum(unbilled_nanousd), sum(coalesce(refunded_nanousd, 0))
    from ledger where settled_at_ms > ${states_ms} and settled_at_ms <= ${toMs}
    group by organisation_id, charged_day, state, uses_credits
    on conflict (organisation_id, day, state, uses_credits) do update set ${added}`.execute(tx);
  await tx.updateTable("activity_cursor").set({ states_ms: toMs }).execute();
  return true;
}

/** Adds a row that is counted, or subtracts it. The caller holds the lock of the cursor. */
export async function correctState(tx: Tx, row: LedgerRow, sign: 1 | -1): Promise<void> {
  const sums = [
    1,
    row.held_nanousd,
    row.charged_nanousd,
    row.unbilled_nanousd,
    row.refunded_nanousd ?? 0,
  ].map((sum) => sql`${sign * sum}`);
  const place = sql`${row.organisation_id}, ${row.charged_day}, ${row.state}, ${row.uses_credits}`;
  await sql`insert into ledger_days (${columns}) values (${place}, ${sql.join(sums)})
    on conflict (organisation_id, day, state, uses_credits) do update set ${added}`.execute(tx);
}

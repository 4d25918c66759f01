import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { isSpread, ofWorkspace } from "../placement.ts";
import { StoreUnavailable } from "../ports/errors.ts";
import { closeOnNodes } from "../postgres/spread/close-hours.ts";
import type { Database, LedgerAttemptRow, LedgerRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { type Cursor, cursorLock, lockCursor } from "./cursor.ts";
import { LedgerSums } from "./hour-counts.ts";
import { countTags, TagSums, writeTags } from "./tag-days.ts";
import { writeSums } from "./write-sums.ts";

/** Few enough that other requests do not notice one step. In SQLite they wait for it. */
const step = { sqlite: 1000, postgres: 5000 };
const pauseMs = 5;
/** A booking takes less, unless the store was away. One that comes later is booked at a later time. */
const lagMs = 5000;
/** Settlements wait behind this lock, so that it must not wait long itself. */
const fenceWaitMs = 100;

/** Counts what was booked since the last time. Processes may do it at once: each row is counted once. */
export async function countHours(
  database: Database,
  engine: Store["engine"],
  nowMs: number,
  tell: (counted: number) => void,
): Promise<number> {
  await close(database, engine, nowMs - lagMs).catch((error: unknown) => {
    // A settlement takes long: what is closed already is counted now, the rest the next time.
    if (!(error instanceof StoreUnavailable)) throw error;
  });
  await inSteps(database, async (tx) => {
    const cursor = await lockCursor(tx);
    return (await countStates(tx, cursor)) ? 0 : null;
  });
  await inSteps(database, async (tx) => ((await countTags(tx, await lockCursor(tx))) ? 0 : null));
  return await inSteps(database, (tx) => countSome(tx, engine), tell);
}

const tellEveryMs = 10_000;

/** Until there is nothing left to count. */
export async function inSteps(
  database: Database,
  countSome: (tx: Tx) => Promise<number | null>,
  tell: (counted: number) => void = () => {},
): Promise<number> {
  for (let counted = 0, toldMs = performance.now(); ; ) {
    const some = await database.transaction().execute(countSome);
    if (some === null) return counted;
    counted += some;
    if (performance.now() > toldMs + tellEveryMs) {
      tell(counted);
      toldMs = performance.now();
    }
    // Without a pause, a whole ledger of before would hold up requests in SQLite.
    await sleep(pauseMs);
  }
}

/** More are uncounted only for some time after an upgrade. */
const manyRows = 10_000;

/** Null where few rows are uncounted. */
export async function countedUntilMs(database: Database): Promise<number | null> {
  const { counted_ms: countedMs } = await database
    .selectFrom("activity_cursor")
    .select("counted_ms")
    .executeTakeFirstOrThrow();
  const { rows } = await sql`select 1 from ledger where settled_at_ms > ${countedMs}
    order by settled_at_ms limit 1 offset ${sql.lit(manyRows)}`.execute(database);
  return rows.length > 0 ? countedMs : null;
}

/** From now on no row is booked at this time or before it: settlements read the cursor under the same lock. */
async function close(database: Database, engine: Store["engine"], beforeMs: number): Promise<void> {
  const newest = await database
    .selectFrom("ledger")
    .select("settled_at_ms")
    .orderBy("settled_at_ms", "desc")
    .limit(1)
    .executeTakeFirst();
  // Not after the newest row: then a clock that is far ahead closes nothing that others may still book.
  const closedMs = Math.min(beforeMs, newest?.settled_at_ms ?? 0);
  if (isSpread(database)) await closeOnNodes(database, closedMs, fenceWaitMs);
  await database.transaction().execute(async (tx) => {
    if (engine === "postgres" && !isSpread(tx)) {
      await sql`select set_config('lock_timeout', ${`${fenceWaitMs}ms`}, true)`.execute(tx);
      await sql`select pg_advisory_xact_lock(${sql.lit(cursorLock)})`.execute(tx);
    }
    await tx
      .updateTable("activity_cursor")
      .set({ closed_ms: closedMs })
      .where("closed_ms", "<", closedMs)
      .execute();
  });
}

/** Null at the end. */
async function countSome(tx: Tx, engine: Store["engine"]): Promise<number | null> {
  const { closed_ms, counted_ms } = await lockCursor(tx);
  if (counted_ms >= closed_ms) return null;
  const rows = () =>
    tx
      .selectFrom("ledger")
      .where("settled_at_ms", ">", counted_ms)
      .where("settled_at_ms", "<=", closed_ms)
      .orderBy("settled_at_ms");
  const last = await rows()
    .select("settled_at_ms")
    .offset(step[engine])
    .limit(1)
    .executeTakeFirst();
  const toMs = last?.settled_at_ms ?? closed_ms;
  const some = await rows().select(columns).where("settled_at_ms", "<=", toMs).execute();
  const attempts = await attemptsOf(tx, counted_ms, toMs);
  const sums = new LedgerSums();
  for (const row of some) sums.add(row, attempts.get(row.request_id) ?? []);
  await writeSums(tx, engine, sums);
  await tx.updateTable("activity_cursor").set({ counted_ms: toMs }).execute();
  return some.length;
}

const columns = [
  ...(["request_id", "organisation_id", "group_id", "key_id", "workspace_id", "model"] as const),
  ...(["provider", "app_url", "app_title", "settled_at_ms", "charged_day", "status"] as const),
  ...(["estimated", "byok", "input_tokens", "output_tokens", "cached_input_tokens"] as const),
  ...(["reasoning_tokens", "charged_nanousd", "unbilled_nanousd", "latency_ms"] as const),
  ...(["first_token_ms"] as const),
];

async function attemptsOf(
  tx: Tx,
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<string, readonly LedgerAttemptRow[]>> {
  const rows = await tx
    .selectFrom("ledger")
    .innerJoin("ledger_attempts", (join) =>
      join
        .onRef("ledger_attempts.request_id", "=", "ledger.request_id")
        .on(ofWorkspace(tx, sql.ref("ledger.workspace_id"), "ledger_attempts.workspace")),
    )
    .where("settled_at_ms", ">", fromMs)
    .where("settled_at_ms", "<=", toMs)
    // Only a request of several attempts can have rows there.
    .where("attempts", "like", "%},{%")
    .selectAll("ledger_attempts")
    .orderBy("attempt")
    .execute();
  return Map.groupBy(rows, ({ request_id }) => request_id);
}

/** Adds a corrected row to the hours and the states, or subtracts it, if it is counted there. */
export async function correctCounted(
  tx: Tx,
  engine: Store["engine"],
  row: LedgerRow,
  attempts: readonly LedgerAttemptRow[],
  sign: 1 | -1,
): Promise<void> {
  const { counted_ms, states_ms, tags_ms } = await lockCursor(tx);
  if (row.settled_at_ms <= states_ms) await correctState(tx, row, sign);
  if (row.tags !== null && row.settled_at_ms <= tags_ms) {
    const tags = new TagSums();
    tags.add(row, attempts, sign);
    await writeTags(tx, tags);
  }
  if (row.settled_at_ms > counted_ms) return;
  const sums = new LedgerSums();
  sums.add(row, attempts, sign);
  await writeSums(tx, engine, sums);
}

/** One statement takes some milliseconds for so many. */
const rowsOfStates = 5000;

const addedStates = sql`requests = ledger_days.requests + excluded.requests,
  held_nanousd = ledger_days.held_nanousd + excluded.held_nanousd,
  charged_nanousd = ledger_days.charged_nanousd + excluded.charged_nanousd,
  unbilled_nanousd = ledger_days.unbilled_nanousd + excluded.unbilled_nanousd,
  refunded_nanousd = ledger_days.refunded_nanousd + excluded.refunded_nanousd`;

const stateColumns = sql`organisation_id, day, state, uses_credits, requests, held_nanousd, charged_nanousd,
  unbilled_nanousd, refunded_nanousd`;

/** Adds the next rows of the ledger to ledger_days. False at the end. The caller holds the lock of the cursor. */
async function countStates(tx: Tx, { closed_ms, states_ms }: Cursor): Promise<boolean> {
  if (states_ms >= closed_ms) return false;
  const last = await tx
    .selectFrom("ledger")
    .select("settled_at_ms")
    .where("settled_at_ms", ">", states_ms)
    .where("settled_at_ms", "<=", closed_ms)
    .orderBy("settled_at_ms")
    .offset(rowsOfStates)
    .limit(1)
    .executeTakeFirst();
  const toMs = last?.settled_at_ms ?? closed_ms;
  await sql`insert into ledger_days (${stateColumns})
    select organisation_id, charged_day, state, uses_credits, count(*), sum(held_nanousd),
      sum(charged_nanousd), sum(unbilled_nanousd), sum(coalesce(refunded_nanousd, 0))
    from ledger where settled_at_ms > ${states_ms} and settled_at_ms <= ${toMs}
    group by organisation_id, charged_day, state, uses_credits
    on conflict (organisation_id, day, state, uses_credits) do update set ${addedStates}`.execute(
    tx,
  );
  await tx.updateTable("activity_cursor").set({ states_ms: toMs }).execute();
  return true;
}

/** Adds a row that is counted, or subtracts it. The caller holds the lock of the cursor. */
async function correctState(tx: Tx, row: LedgerRow, sign: 1 | -1): Promise<void> {
  const sums = [
    1,
    row.held_nanousd,
    row.charged_nanousd,
    row.unbilled_nanousd,
    row.refunded_nanousd ?? 0,
  ].map((sum) => sql`${sign * sum}`);
  const place = sql`${row.organisation_id}, ${row.charged_day}, ${row.state}, ${row.uses_credits}`;
  await sql`insert into ledger_days (${stateColumns}) values (${place}, ${sql.join(sums)})
    on conflict (organisation_id, day, state, uses_credits) do update set ${addedStates}`.execute(
    tx,
  );
}

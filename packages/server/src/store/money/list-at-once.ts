import { sql } from "kysely";
import type { Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";

/** The longest wait for a list; after it the engine stops working on the query. */
const queryTimeoutMs = 5000;

/** Reads in several statements what must be of one moment. */
export function listAtOnce<Result>(
  database: Database,
  engine: Store["engine"],
  read: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (tx) => {
    if (engine === "postgres") {
      await sql`set transaction isolation level repeatable read`.execute(tx);
      await prepareToList(tx);
    }
    return await read(tx);
  });
}

/**
 * The rows of a few days lie together, but PostgreSQL estimates an index of several columns by the order of the
 * first. With its default cost of a random page it would read a year to sum up a month. One list has one of the
 * database's processes, and leaves the others to bookings.
 */
async function prepareToList(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(queryTimeoutMs)}, true),
    set_config('random_page_cost', '1.1', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
}

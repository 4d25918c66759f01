import { sql } from "kysely";
import type { ActivityStore } from "../ports/activity.ts";
import type { Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { listAgentSessions } from "./agent-sessions.ts";
import { failedAttempts } from "./failed-attempts.ts";
import { listGenerations } from "./generation-list.ts";
import { listGroups } from "./list-groups.ts";
import { listTagGroups } from "./list-tag-groups.ts";

/** What reads many rows. In SQLite a thread of its own does it (sqlite/list-reader.ts). */
export type Lists = Pick<
  ActivityStore,
  "query" | "generations" | "agentSessions" | "failedAttempts"
>;

export function createLists(database: Database, engine: Store["engine"]): Lists {
  return {
    // What is counted in the background, and what is not yet, is read in several statements.
    query: (organisationId, query) =>
      listAtOnce(database, engine, (tx) =>
        query.tag === undefined
          ? listGroups(tx, organisationId, query)
          : listTagGroups(tx, organisationId, query, query.tag),
      ),
    generations: (organisationId, query) =>
      listAtOnce(database, engine, (tx) => listGenerations(tx, organisationId, query)),
    agentSessions: (organisationId, query) =>
      listAtOnce(database, engine, (tx) => listAgentSessions(tx, organisationId, query)),
    failedAttempts: (organisationId, provider, limit) =>
      failedAttempts(database, engine, organisationId, provider, limit),
  };
}

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

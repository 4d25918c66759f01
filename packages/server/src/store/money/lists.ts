import type { ActivityStore } from "../ports/activity.ts";
import type { Database } from "../schema.ts";
import type { Store } from "../store.ts";
import { failedAttempts } from "./failed-attempts.ts";
import { listGenerations } from "./generation-list.ts";
import { listAtOnce } from "./list-at-once.ts";
import { listGroups } from "./list-groups.ts";

/** What reads many rows. In SQLite a thread of its own does it (sqlite/list-reader.ts). */
export type Lists = Pick<ActivityStore, "query" | "generations" | "failedAttempts">;

export function createLists(database: Database, engine: Store["engine"]): Lists {
  return {
    // What is counted in the background, and what is not yet, is read in several statements.
    query: (organisationId, query) =>
      listAtOnce(database, engine, (tx) => listGroups(tx, organisationId, query)),
    generations: (organisationId, query) =>
      listAtOnce(database, engine, (tx) => listGenerations(tx, organisationId, query)),
    failedAttempts: (organisationId, provider, limit) =>
      failedAttempts(database, engine, organisationId, provider, limit),
  };
}

import { sql } from "kysely";
import type { CircuitChange } from "../../model-call/circuit-change.ts";
import { toColumns, toFields } from "../fields.ts";
import { toText } from "../money/ledger-row.ts";
import type { CircuitChangeStore } from "../ports/endpoints.ts";
import type { Database } from "../schema.ts";
import { removeInSteps } from "./rows.ts";

export function createCircuitChangeStore(database: Database): CircuitChangeStore {
  return {
    async write(processId, changes) {
      if (changes.length === 0) return;
      await database
        .insertInto("circuit_changes")
        .values(lastOf(changes).map((change) => toColumns({ ...change, processId })))
        // The store has taken them before, and its answer was lost.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async list(endpoints, limit) {
      if (endpoints.length === 0) return [];
      const rows = await database
        .selectFrom("circuit_changes")
        .selectAll()
        .where("endpoint", "in", endpoints.map(toText))
        .orderBy("at_ms", "desc")
        .orderBy("endpoint")
        .orderBy("process_id")
        .limit(limit)
        .execute();
      return rows.map((row) => toFields(row));
    },
    prune: (beforeMs) =>
      removeInSteps(database, "circuit_changes", sql`at_ms < ${beforeMs} order by at_ms`, [
        "endpoint",
        "at_ms",
        "process_id",
      ]),
  };
}

/** Opened and closed in the same millisecond: the last change stays. */
function lastOf(changes: readonly CircuitChange[]): readonly CircuitChange[] {
  return [
    ...new Map(changes.map((change) => [`${change.atMs} ${change.endpoint}`, change])).values(),
  ];
}

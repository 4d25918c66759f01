import { type Selectable, sql } from "kysely";
import { histogramText, readHistogram } from "../../histogram.ts";
import type { CircuitChange, EndpointSlot } from "../../model-call/endpoint-facts.ts";
import { toColumns, toFields, toText } from "../fields.ts";
import type { CircuitChangeStore, EndpointSlotStore } from "../ports/endpoints.ts";
import type { Database } from "../schema.ts";
import type { EndpointSlotsTable } from "../tables/requests.ts";
import { removeInSteps, replaced } from "./rows.ts";

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

export function createEndpointSlotStore(database: Database): EndpointSlotStore {
  return {
    async write(processId, slots) {
      for (const slot of slots)
        await database
          .insertInto("endpoint_slots")
          .values(toRow(processId, slot))
          .onConflict((conflict) =>
            conflict
              .columns(["endpoint", "slot", "process_id"])
              .doUpdateSet(replaced(["answered", "failed", "latency", "throughput"])),
          )
          .execute();
    },
    async since(slot, endpoints) {
      if (endpoints?.length === 0) return [];
      const rows = await database
        .selectFrom("endpoint_slots")
        .selectAll()
        .where("slot", ">=", slot)
        .$if(endpoints !== undefined, (query) =>
          query.where("endpoint", "in", (endpoints ?? []).map(toText)),
        )
        .execute();
      return rows.map(toSlot);
    },
    prune: (beforeSlot) =>
      removeInSteps(database, "endpoint_slots", sql`slot < ${beforeSlot} order by slot`, [
        "endpoint",
        "slot",
        "process_id",
      ]),
  };
}

function toRow(processId: string, slot: EndpointSlot): Selectable<EndpointSlotsTable> {
  return {
    ...slot,
    endpoint: toText(slot.endpoint),
    process_id: processId,
    latency: histogramText(slot.latency),
    throughput: histogramText(slot.throughput),
  };
}

function toSlot(row: Selectable<EndpointSlotsTable>): EndpointSlot {
  return {
    ...toFields(row, "process_id"),
    latency: readHistogram(row.latency),
    throughput: readHistogram(row.throughput),
  };
}

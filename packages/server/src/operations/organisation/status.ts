import type { Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { toIso } from "@portico/core/rules/dates";
import { addTo, type Histogram, percentilesOf } from "../../histogram.ts";
import type { ProcessStatus } from "../gateway.ts";
import { type Operation, ok } from "../operation.ts";

export const getStatus: Operation<"getStatus"> = async (_, { caller, gateway }) => {
  const { store, node } = gateway;
  const [found, credits, everywhere] = await Promise.all([
    node.statuses(),
    store.money.credits(caller.organisationId),
    store.ledger.processCount(),
  ]);
  const processes = found.toSorted((one, other) => one.startedAtMs - other.startedAtMs);
  const sum = (of: (process: ProcessStatus) => number) =>
    processes.reduce((total, process) => total + of(process), 0);
  return ok({
    data: {
      version: node.version,
      engine: store.engine,
      started_at: toIso(processes[0]?.startedAtMs ?? Date.now()),
      processes: processes.map(toProcess),
      // One that has just started has not sent its first heartbeat.
      processes_elsewhere: Math.max(0, everywhere.count - processes.length),
      processes_behind: everywhere.behind,
      requests_in_flight: sum(({ requestsInFlight }) => requestsInFlight),
      held: toUsd(credits.heldNanousd),
      window_seconds: node.windowSeconds,
      overhead: overheadOf(processes),
      vector_cache: {
        hits: sum(({ cacheHits }) => cacheHits),
        misses: sum(({ cacheMisses }) => cacheMisses),
      },
      event_loop_lag: toTenths(
        Math.max(0, ...processes.map(({ eventLoopLagMs }) => eventLoopLagMs)),
      ),
    },
  });
};

function toProcess(process: ProcessStatus): Schema<"StatusProcess"> {
  return {
    id: process.id,
    pid: process.pid,
    started_at: toIso(process.startedAtMs),
    requests_in_flight: process.requestsInFlight,
    body_bytes_in_flight: process.bodyBytesInFlight,
    memory_bytes: process.memoryBytes,
    event_loop_lag: toTenths(process.eventLoopLagMs),
    configuration_version: process.configurationVersion,
    configuration_problem: process.configurationProblem,
  };
}

function overheadOf(processes: readonly ProcessStatus[]): Schema<"StatusOverhead"> | null {
  const all: Histogram = new Map();
  for (const { overhead } of processes) addTo(all, new Map(overhead));
  const microseconds = percentilesOf(all);
  if (microseconds === null) return null;
  const { p50, p75, p90, p99 } = microseconds;
  return {
    requests: [...all.values()].reduce((total, count) => total + count, 0),
    p50: p50 / 1000,
    p75: p75 / 1000,
    p90: p90 / 1000,
    p99: p99 / 1000,
  };
}

function toTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

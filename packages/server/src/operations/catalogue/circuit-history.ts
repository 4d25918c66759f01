import { randomUUID } from "node:crypto";
import type { CircuitChange } from "../../model-call/endpoint-facts.ts";
import type { CircuitChangeStore } from "../../store/ports/endpoints.ts";

/** How the circuits of all processes have changed in the last seven days. */
export interface CircuitHistory {
  changed(endpoint: string, circuit: CircuitChange["circuit"]): void;
  /** Of these endpoints, newest first. This process's own changes are up to date, those of others some seconds old. */
  read(
    endpoints: readonly string[],
    limit: number,
  ): Promise<readonly (CircuitChange & { readonly processId: string })[]>;
  close(): Promise<void>;
}

export interface CircuitHistoryParts {
  readonly store: CircuitChangeStore;
  readonly onProblem: (error: unknown) => void;
  readonly nowMs?: () => number;
  readonly writeMs?: number;
}

const keptMs = 7 * 24 * 60 * 60 * 1000;
const pruneMs = 60 * 60 * 1000;
/** While the store does not answer. */
const mostWaiting = 10_000;

/** Requests only note a change in memory: a timer writes to the store. */
export function createCircuitHistory(parts: CircuitHistoryParts): CircuitHistory {
  const { store, onProblem, nowMs = Date.now, writeMs = 10_000 } = parts;
  const processId = randomUUID();
  let waiting: CircuitChange[] = [];
  let prunedMs = nowMs();

  const write = async () => {
    const changes = waiting;
    waiting = [];
    try {
      await store.write(processId, changes);
    } catch (error) {
      waiting = [...changes, ...waiting].slice(-mostWaiting);
      throw error;
    }
  };
  const prune = async () => {
    if (nowMs() - prunedMs < pruneMs) return;
    prunedMs = nowMs();
    await store.prune(nowMs() - keptMs);
  };
  const timer = setInterval(() => {
    write().then(prune).catch(onProblem);
  }, writeMs).unref();
  return {
    changed: (endpoint, circuit) => void waiting.push({ endpoint, circuit, atMs: nowMs() }),
    async read(endpoints, limit) {
      await write();
      return await store.list(endpoints, limit);
    },
    async close() {
      clearInterval(timer);
      await write().catch(onProblem);
    },
  };
}

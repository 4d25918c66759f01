import { randomUUID } from "node:crypto";
import type { EndpointSlot } from "../../model-call/endpoint-facts.ts";
import type { Observation } from "../../routing/health.ts";
import { Measurements, slotAt, slotsOfDay } from "../../routing/measurements.ts";
import type { EndpointSlotStore } from "../../store/ports/endpoints.ts";

/** What all processes have seen of the endpoints in the last day. */
export interface EndpointFigures {
  observe(endpoint: string, observation: Observation): void;
  /** By endpoint key, of these endpoints. This process's own part is up to date, that of others some seconds old. */
  read(endpoints: readonly string[]): Promise<ReadonlyMap<string, readonly EndpointSlot[]>>;
  /** Stores what has changed, and removes what is older than a day. */
  close(): Promise<void>;
}

export interface FiguresParts {
  readonly store: EndpointSlotStore;
  readonly onProblem: (error: unknown) => void;
  readonly nowMs?: () => number;
  readonly writeMs?: number;
}

/** Requests only count in memory: a timer writes to the store. */
export function createEndpointFigures(parts: FiguresParts): EndpointFigures {
  const { store, onProblem, nowMs = Date.now, writeMs = 10_000 } = parts;
  const processId = randomUUID();
  const measurements = new Measurements(nowMs);
  let prunedSlot = slotAt(nowMs());

  const write = async () => {
    const changed = measurements.takeChanged();
    try {
      if (changed.length > 0) await store.write(processId, changed);
    } catch (error) {
      measurements.putBack(changed);
      throw error;
    }
  };
  const prune = async () => {
    const slot = slotAt(nowMs());
    if (slot === prunedSlot) return;
    prunedSlot = slot;
    await store.prune(slot - slotsOfDay);
  };
  let running: Promise<void> = Promise.resolve();
  /** One after another: an earlier count of a slot must not replace a later one. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = running.then(work);
    running = turn.catch(() => undefined);
    return turn;
  };
  const timer = setInterval(() => {
    inTurn(write)
      .then(() => inTurn(prune))
      .catch(onProblem);
  }, writeMs).unref();
  return {
    observe: (endpoint, observation) => measurements.observe(endpoint, observation),
    async read(endpoints) {
      await inTurn(write);
      const slots = await store.since(slotAt(nowMs()) - slotsOfDay + 1, endpoints);
      return Map.groupBy(slots, ({ endpoint }) => endpoint);
    },
    async close() {
      clearInterval(timer);
      await inTurn(write).catch(onProblem);
    },
  };
}

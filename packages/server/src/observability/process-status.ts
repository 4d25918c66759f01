import { addTo, countIn, type Histogram } from "../histogram.ts";
import type { ProcessStatus } from "../operations/gateway.ts";
import { LoopDelay, type LoopDelays } from "./loop-delay.ts";

const lookMs = 15_000;

interface InFlight {
  requests(): number;
  bodyBytes(): number;
}

export interface OwnStatus {
  readonly recent: RecentFigures;
  /** What the gateway has added to a call of a model. */
  overhead(ms: number): void;
  /** How late the event loop was in the last window. */
  loopDelays(): LoopDelays;
  /** The requests in flight, read when asked. */
  watchInFlight(read: InFlight): void;
  read(): ProcessStatus;
  close(): void;
}

/** What this process does, for `GET /status`. */
export function createOwnStatus(
  processId: string,
  readVersion: () => Pick<ProcessStatus, "configurationVersion" | "configurationProblem">,
): OwnStatus {
  const recent = new RecentFigures();
  const delay = new LoopDelay();
  const look = () => recent.eventLoopLag(delay.now.p99);
  const timer = setInterval(() => {
    look();
    delay.turn();
  }, lookMs).unref();
  let inFlight: InFlight = { requests: () => 0, bodyBytes: () => 0 };
  return {
    recent,
    overhead(ms) {
      delay.note();
      recent.overhead(ms);
    },
    loopDelays: () => delay.last,
    watchInFlight(read) {
      inFlight = read;
    },
    read() {
      look();
      return {
        id: processId,
        pid: process.pid,
        startedAtMs: Math.round(performance.timeOrigin),
        requestsInFlight: inFlight.requests(),
        bodyBytesInFlight: inFlight.bodyBytes(),
        memoryBytes: process.memoryUsage.rss(),
        ...recent.sums(),
        ...readVersion(),
      };
    },
    close() {
      clearInterval(timer);
      delay.close();
    },
  };
}

const slotMs = 60_000;
const slots = 15;

/** How far the figures reach back. */
export const windowSeconds = (slots * slotMs) / 1000;

interface Slot {
  /** Microseconds. */
  readonly overhead: Histogram;
  cacheHits: number;
  cacheMisses: number;
  eventLoopLagMs: number;
}

type RecentSums = Pick<ProcessStatus, "overhead" | "cacheHits" | "cacheMisses" | "eventLoopLagMs">;

/** What one process has counted lately. A request costs it one count in a map. */
export class RecentFigures {
  readonly #nowMs: () => number;
  readonly #slots = new Map<number, Slot>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  overhead(ms: number): void {
    countIn(this.#slot().overhead, Math.max(0, ms) * 1000);
  }

  vectorCache(hits: number, misses: number): void {
    const slot = this.#slot();
    slot.cacheHits += hits;
    slot.cacheMisses += misses;
  }

  eventLoopLag(ms: number): void {
    const slot = this.#slot();
    slot.eventLoopLagMs = Math.max(slot.eventLoopLagMs, ms);
  }

  sums(): RecentSums {
    this.#slot();
    const recent = [...this.#slots.values()];
    const overhead: Histogram = new Map();
    for (const slot of recent) addTo(overhead, slot.overhead);
    const sum = (of: (slot: Slot) => number) => recent.reduce((total, slot) => total + of(slot), 0);
    return {
      overhead: [...overhead],
      cacheHits: sum(({ cacheHits }) => cacheHits),
      cacheMisses: sum(({ cacheMisses }) => cacheMisses),
      eventLoopLagMs: Math.max(0, ...recent.map(({ eventLoopLagMs }) => eventLoopLagMs)),
    };
  }

  #slot(): Slot {
    const number = Math.floor(this.#nowMs() / slotMs);
    const known = this.#slots.get(number);
    if (known !== undefined) return known;
    for (const old of this.#slots.keys()) if (old <= number - slots) this.#slots.delete(old);
    const slot = { overhead: new Map(), cacheHits: 0, cacheMisses: 0, eventLoopLagMs: 0 };
    this.#slots.set(number, slot);
    return slot;
  }
}

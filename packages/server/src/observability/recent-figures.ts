import { addTo, countIn, type Histogram } from "../histogram.ts";

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

export interface RecentSums {
  /** Buckets of microseconds with their counts: see histogram.ts. */
  readonly overhead: readonly (readonly [bucket: number, count: number])[];
  readonly cacheHits: number;
  readonly cacheMisses: number;
  /** The worst minute. */
  readonly eventLoopLagMs: number;
}

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

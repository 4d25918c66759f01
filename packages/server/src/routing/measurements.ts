import { addTo, countIn, type Histogram, type Percentiles, percentilesOf } from "../histogram.ts";
import type { EndpointSlot } from "../model-call/endpoint-facts.ts";
import type { Observation } from "./health.ts";

/** Null where nothing was asked of the endpoint in that time. */
export interface Measured {
  /** The share of attempts that were answered, in percent. */
  readonly uptime5m: number | null;
  readonly uptime30m: number | null;
  readonly uptime1d: number | null;
  readonly latency30m: Percentiles | null;
  readonly throughput30m: Percentiles | null;
}

/** What was measured in one stretch of time. */
export interface SlotFigures {
  readonly fromMs: number;
  readonly toMs: number;
  readonly answered: number;
  readonly failed: number;
  readonly latency: Percentiles | null;
  readonly throughput: Percentiles | null;
}

const slotMs = 5 * 60_000;
/** Slots of a day, and the one that runs. */
export const slotsOfDay = 24 * 12 + 1;
const slotsOfHalfHour = 7;
/** The slot that runs has perhaps just begun, so the one before it counts too. */
const slotsOfFiveMinutes = 2;

interface Counted extends EndpointSlot {
  answered: number;
  failed: number;
  readonly latency: Histogram;
  readonly throughput: Histogram;
}

/** Counts what this process sees. The store keeps it, so that every process can tell what all have seen. */
export class Measurements {
  readonly #nowMs: () => number;
  readonly #slots = new Map<string, Counted>();
  readonly #changed = new Set<EndpointSlot>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  observe(endpoint: string, { succeeded, latencyMs, tokensPerSecond }: Observation): void {
    const counted = this.#slotOf(endpoint);
    if (succeeded) counted.answered += 1;
    else counted.failed += 1;
    if (latencyMs !== undefined) countIn(counted.latency, latencyMs);
    if (tokensPerSecond !== undefined) countIn(counted.throughput, tokensPerSecond);
    this.#changed.add(counted);
  }

  /** The slots that have changed since the last call, each with all that was counted in it. */
  takeChanged(): readonly EndpointSlot[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  /** They could not be stored: the next call returns them again. */
  putBack(slots: readonly EndpointSlot[]): void {
    for (const slot of slots) this.#changed.add(slot);
  }

  #slotOf(endpoint: string): Counted {
    const slot = slotAt(this.#nowMs());
    const found = this.#slots.get(endpoint);
    if (found?.slot === slot) return found;
    const made = {
      endpoint,
      slot,
      answered: 0,
      failed: 0,
      latency: new Map<number, number>(),
      throughput: new Map<number, number>(),
    };
    this.#slots.set(endpoint, made);
    return made;
  }
}

export function slotAt(nowMs: number): number {
  return Math.floor(nowMs / slotMs);
}

/** Adds up the slots of one endpoint, or of several. */
export function measured(slots: readonly EndpointSlot[], nowMs: number): Measured {
  const newest = slotAt(nowMs);
  const last = (count: number) => slots.filter(({ slot }) => slot > newest - count);
  const halfHour = last(slotsOfHalfHour);
  return {
    uptime5m: uptimeOf(last(slotsOfFiveMinutes)),
    uptime30m: uptimeOf(halfHour),
    uptime1d: uptimeOf(last(slotsOfDay)),
    latency30m: percentilesOf(sumOf(halfHour.map(({ latency }) => latency))),
    throughput30m: percentilesOf(sumOf(halfHour.map(({ throughput }) => throughput))),
  };
}

/** The same for each stretch of time in which something was asked, oldest first. */
export function timeLine(slots: readonly EndpointSlot[]): readonly SlotFigures[] {
  return [...Map.groupBy(slots, ({ slot }) => slot)]
    .toSorted(([one], [other]) => one - other)
    .map(([slot, its]) => ({
      fromMs: slot * slotMs,
      toMs: (slot + 1) * slotMs,
      answered: its.reduce((sum, { answered }) => sum + answered, 0),
      failed: its.reduce((sum, { failed }) => sum + failed, 0),
      latency: percentilesOf(sumOf(its.map(({ latency }) => latency))),
      throughput: percentilesOf(sumOf(its.map(({ throughput }) => throughput))),
    }));
}

function uptimeOf(slots: readonly EndpointSlot[]): number | null {
  const answered = slots.reduce((sum, slot) => sum + slot.answered, 0);
  const asked = slots.reduce((sum, slot) => sum + slot.failed, answered);
  return asked === 0 ? null : Math.round((answered / asked) * 10_000) / 100;
}

function sumOf(histograms: readonly ReadonlyMap<number, number>[]): Histogram {
  const sum: Histogram = new Map();
  for (const histogram of histograms) addTo(sum, histogram);
  return sum;
}

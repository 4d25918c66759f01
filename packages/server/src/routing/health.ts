import type { CircuitState } from "./circuit.ts";
import type { Circuits, RoutingCaller } from "./circuits.ts";

/** Measurements of an endpoint's recent answers. Null: no recent value. */
export interface EndpointHealth {
  readonly circuit: CircuitState;
  /** Time to the first content. */
  readonly latencyMs: number | null;
  readonly tokensPerSecond: number | null;
  /** 0 to 1. */
  readonly failureRate: number | null;
}

/** By endpoint key; an endpoint that is absent is well and unmeasured. */
export type KnownHealth = Pick<ReadonlyMap<string, EndpointHealth>, "get">;

export interface Observation {
  readonly succeeded: boolean;
  readonly latencyMs?: number;
  readonly tokensPerSecond?: number;
  /** The model has counted thoughts, and the request had asked for none. */
  readonly thoughtUnasked?: boolean;
}

export interface Health {
  observe(key: string, observation: Observation, asker: RoutingCaller): void;
  /** The health as it concerns this asker: its own failure rate, else the one that most askers have met. */
  seenBy(asker: RoutingCaller): KnownHealth;
  /** A property of the model, so that it does not become old. */
  hasThoughtUnasked(key: string): boolean;
}

export interface HealthOptions {
  readonly circuit: Pick<Circuits, "state">;
  readonly nowMs: () => number;
  /** Older measurements are ignored. */
  readonly staleMs?: number;
}

/** The weight of the newest observation against all before it. */
const newestWeight = 0.2;
/** Failure rates are kept per asker for this many askers of an endpoint, those that asked last. */
const maxAskers = 32;

interface Statistics {
  readonly latencyMs: number | null;
  readonly tokensPerSecond: number | null;
  /** Keyed by asker, so that one caller who fails at will does not change another's rate. */
  readonly failureRates: Map<string, number>;
  readonly atMs: number;
}

export function createHealth({ circuit, nowMs, staleMs = 600_000 }: HealthOptions): Health {
  const byKey = new Map<string, Statistics>();
  const thinkers = new Set<string>();
  const fresh = (key: string): Statistics | undefined => {
    const found = byKey.get(key);
    return found !== undefined && nowMs() - found.atMs <= staleMs ? found : undefined;
  };
  return {
    hasThoughtUnasked: (key) => thinkers.has(key),
    observe(key, { succeeded, latencyMs, tokensPerSecond, thoughtUnasked = false }, asker) {
      if (thoughtUnasked) thinkers.add(key);
      const before = fresh(key);
      const failureRates = before?.failureRates ?? new Map<string, number>();
      noteFailure(failureRates, asker.key, succeeded ? 0 : 1);
      byKey.set(key, {
        latencyMs: blend(before?.latencyMs, latencyMs),
        tokensPerSecond: blend(before?.tokensPerSecond, tokensPerSecond),
        failureRates,
        atMs: nowMs(),
      });
    },
    seenBy: (asker) => ({
      get(key) {
        const known = fresh(key);
        return {
          circuit: circuit.state(key, asker),
          latencyMs: known?.latencyMs ?? null,
          tokensPerSecond: known?.tokensPerSecond ?? null,
          failureRate: known === undefined ? null : failureRateFor(known.failureRates, asker.key),
        };
      },
    }),
  };
}

function noteFailure(rates: Map<string, number>, asker: string, newest: number): void {
  const rate = blend(rates.get(asker), newest) ?? newest;
  rates.delete(asker);
  rates.set(asker, rate);
  const [oldest] = rates.keys();
  if (rates.size > maxAskers && oldest !== undefined) rates.delete(oldest);
}

/** The asker's own rate, else the median of the others and one zero: a single other asker has no influence. */
function failureRateFor(rates: ReadonlyMap<string, number>, asker: string): number {
  const own = rates.get(asker);
  if (own !== undefined) return own;
  const sorted = [0, ...rates.values()].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

function blend(before: number | null | undefined, newest: number | undefined): number | null {
  if (newest === undefined) return before ?? null;
  if (before === null || before === undefined) return newest;
  return before + (newest - before) * newestWeight;
}

import type { Endpoint } from "./catalog.ts";
import type { Circuit, CircuitState } from "./circuit.ts";

/** What the last answers of an endpoint say about it. Null: nothing recent is known. */
export interface EndpointHealth {
  readonly circuit: CircuitState;
  /** Until the first content. */
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
}

export interface Health extends KnownHealth {
  observe(key: string, observation: Observation): void;
}

/** Names an endpoint in statistics and circuits; providers' names hold no space. */
export function endpointKey(endpoint: Pick<Endpoint, "provider" | "upstreamModel">): string {
  return `${endpoint.provider} ${endpoint.upstreamModel}`;
}

export interface HealthOptions {
  readonly circuit: Circuit;
  readonly nowMs: () => number;
  /** What is older says nothing any more. */
  readonly staleMs?: number;
}

/** How much the newest observation weighs against all before it. */
const newestWeight = 0.2;

interface Statistics {
  latencyMs: number | null;
  tokensPerSecond: number | null;
  failureRate: number;
  atMs: number;
}

export function createHealth({ circuit, nowMs, staleMs = 600_000 }: HealthOptions): Health {
  const byKey = new Map<string, Statistics>();
  const fresh = (key: string): Statistics | undefined => {
    const found = byKey.get(key);
    return found !== undefined && nowMs() - found.atMs <= staleMs ? found : undefined;
  };
  return {
    observe(key, { succeeded, latencyMs, tokensPerSecond }) {
      const before = fresh(key);
      byKey.set(key, {
        latencyMs: blend(before?.latencyMs, latencyMs),
        tokensPerSecond: blend(before?.tokensPerSecond, tokensPerSecond),
        failureRate: blend(before?.failureRate, succeeded ? 0 : 1) ?? 0,
        atMs: nowMs(),
      });
    },
    get(key) {
      const known = fresh(key);
      return {
        circuit: circuit.state(key),
        latencyMs: known?.latencyMs ?? null,
        tokensPerSecond: known?.tokensPerSecond ?? null,
        failureRate: known?.failureRate ?? null,
      };
    },
  };
}

function blend(before: number | null | undefined, newest: number | undefined): number | null {
  if (newest === undefined) return before ?? null;
  if (before === null || before === undefined) return newest;
  return before + (newest - before) * newestWeight;
}

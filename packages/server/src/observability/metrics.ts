import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { wordOf } from "../errors.ts";
import type { Delivery } from "../notifications/channel.ts";
import type { DoneGeneration } from "../operations/gateway.ts";
import type { Judged } from "../operations/guardrail/guard.ts";
import type { Alert } from "../store/ports/alerts.ts";
import { countersIn } from "./counters.ts";
import { type LoopDelays, watchLoopDelay } from "./loop-delay.ts";
import { shadowMetricsIn } from "./shadow-metrics.ts";

export interface CircuitFacts {
  readonly provider: string;
  readonly model: string;
  readonly state: "closed" | "halfOpen" | "open";
}

export interface CanaryFacts {
  readonly route: string;
  readonly to: string;
  readonly serves: boolean;
}

const circuitValues = { halfOpen: 0.5, open: 1 } as const;

interface RequestFacts {
  /** An operation's id; null for a request that is not an operation. */
  readonly operation: string | null;
  readonly status: number;
  readonly durationMs: number;
}

interface DeliveryFacts {
  readonly notice: Pick<Delivery["notice"], "channel">;
  readonly outcome: Delivery["outcome"];
}

/** The library's monitor of the event loop would wake an idle process a hundred times a second. */
const neverMs = 24 * 60 * 60 * 1000;

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Prometheus metrics. Every label has a limited set of values from the contract or the operator's configuration:
 * operations, statuses, configured providers and models; never a key, a path or a text that a caller sent.
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: neverMs });
  const registers = [registry];
  const count = countersIn(registers);
  return {
    request({ operation, status, durationMs }: RequestFacts) {
      count.requests.labels(operation ?? "none", String(status)).inc(1);
      count.durations.labels(operation ?? "none").observe(durationMs / 1000);
    },
    generation({
      facts,
      costNanousd,
      unbilledNanousd,
    }: Pick<DoneGeneration, "facts" | "costNanousd" | "unbilledNanousd">) {
      for (const { provider, failure, latencyMs } of facts.attempts) {
        count.attempts.labels(provider, wordOf(failure ?? "served")).inc(1);
        count.attemptDurations.labels(provider).observe(latencyMs / 1000);
      }
      if (facts.firstTokenMs !== null)
        count.firstTokens.labels(facts.model).observe(facts.firstTokenMs / 1000);
      count.tokens.labels(facts.model, "input").inc(facts.inputTokens);
      if (facts.outputTokens > 0)
        count.tokens.labels(facts.model, "output").inc(facts.outputTokens);
      if (costNanousd > 0) count.cost.labels(facts.model).inc(costNanousd / 1e9);
      if (unbilledNanousd > 0)
        count.unbilled.labels(facts.model, facts.provider ?? "none").inc(unbilledNanousd / 1e9);
    },
    /** A provider was asked by one of several credentials, which served (null) or failed. */
    credentialTried(provider: string, credential: string, failure: string | null) {
      count.credentials.labels(provider, credential, wordOf(failure ?? "served")).inc(1);
    },
    /** A call of a model was answered with an error and is not booked. */
    refused(operation: string, reason: string) {
      count.refused.labels(operation, reason).inc(1);
    },
    /** What the gateway added to a call of a model. */
    overhead(operation: string, ms: number) {
      count.overheads.labels(operation).observe(Math.max(0, ms) / 1000);
    },
    judged({ guardrail, outcome, ms }: Pick<Judged, "guardrail" | "outcome" | "ms">) {
      count.judgements.labels(guardrail, outcome).inc(1);
      count.judgementDurations.labels(guardrail).observe(ms / 1000);
    },
    exposedKey() {
      count.exposed.inc();
      count.alerts.labels("key_exposed").inc(1);
    },
    alert({ kind }: Pick<Alert, "kind">) {
      count.alerts.labels(kind).inc(1);
    },
    /** Of a look for kept vectors: the inputs that had one, and those that had none. */
    vectorCache(hits: number, misses: number) {
      count.keptVectors.labels("hit").inc(hits);
      count.keptVectors.labels("miss").inc(misses);
    },
    delivery({ notice: { channel }, outcome }: DeliveryFacts) {
      count.notifications.labels(channel, outcome).inc(1);
    },
    signInHeadersIgnored: count.signInHeadersIgnored,
    ioLogDropped: count.ioLogDropped,
    ...gaugesIn(registers),
    ...shadowMetricsIn(registers),
    watchLoopDelay: (read: () => LoopDelays) => watchLoopDelay(registry, read),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    /** The same as objects, to be added to those of other processes. */
    snapshot: (): Promise<readonly object[]> => registry.getMetricsAsJSON(),
  };
}

/** What is read when it is scraped. */
function gaugesIn(registers: Registry[]) {
  return {
    watchCircuits(read: () => readonly CircuitFacts[]) {
      new Gauge({
        name: "portico_circuit_open",
        help: "Endpoints that are left alone because they keep failing: 1, or 0.5 where a request may try it. Others are not listed.",
        labelNames: ["provider", "model"],
        // Each process has its own circuits: the node's value is the worst of them.
        aggregator: "max",
        registers,
        collect() {
          this.reset();
          for (const { provider, model, state } of read())
            if (state !== "closed") this.set({ provider, model }, circuitValues[state]);
        },
      });
    },
    watchCanaries(read: () => readonly CanaryFacts[]) {
      new Gauge({
        name: "portico_canary_serves",
        help: "Canaries of the configuration, by the model or alias that requests ask for: 1, or 0 once it was rolled back.",
        labelNames: ["route", "to"],
        // Each process judges for itself.
        aggregator: "min",
        registers,
        collect() {
          this.reset();
          for (const { route, to, serves } of read()) this.set({ route, to }, serves ? 1 : 0);
        },
      });
    },
    watchPrices(readVersion: () => string) {
      new Gauge({
        name: "portico_prices_in_use",
        help: "The processes that use each version of the prices.",
        labelNames: ["version"],
        registers,
        collect() {
          this.reset();
          this.set({ version: readVersion() }, 1);
        },
      });
    },
    watchInFlight(read: { requests(): number; bodyBytes(): number }) {
      new Gauge({
        name: "portico_requests_in_flight",
        help: "Requests that are being served.",
        registers,
        collect() {
          this.set(read.requests());
        },
      });
      new Gauge({
        name: "portico_body_bytes_in_flight",
        help: "Bytes of request bodies that count against limits.body_bytes_in_flight.",
        registers,
        collect() {
          this.set(read.bodyBytes());
        },
      });
    },
  };
}

import { Counter, Histogram, type Registry } from "prom-client";
import { wordOf } from "../errors.ts";
import type { Shadowed } from "../operations/gateway.ts";
import { secondBuckets } from "./counters.ts";

/** Of calls whose answers no caller gets: they are in no other metric. */
export function shadowMetricsIn(registers: Registry[]) {
  const calls = new Counter({
    name: "portico_shadow_calls_total",
    help: "Calls that were sent to another model too, by the model or alias that was asked for, and outcome.",
    labelNames: ["route", "to", "outcome"],
    registers,
  });
  const tokens = new Counter({
    name: "portico_shadow_tokens_total",
    help: "Tokens that shadows used, in no other metric.",
    labelNames: ["to", "direction"],
    registers,
  });
  const cost = new Counter({
    name: "portico_shadow_cost_usd_total",
    help: "What shadows cost. No key is charged for it, and it is not in the ledger.",
    labelNames: ["to"],
    registers,
  });
  const durations = new Histogram({
    name: "portico_shadow_duration_seconds",
    help: "From asking a shadow to the end of its answer, or to its failure.",
    labelNames: ["to"],
    buckets: secondBuckets,
    registers,
  });
  return {
    shadowed(done: Shadowed) {
      const { route, model, failure, latencyMs, costNanousd } = done;
      calls.labels(route, model, wordOf(failure ?? "served")).inc(1);
      durations.labels(model).observe(latencyMs / 1000);
      tokens.labels(model, "input").inc(done.inputTokens);
      tokens.labels(model, "output").inc(done.outputTokens);
      if (costNanousd > 0) cost.labels(model).inc(costNanousd / 1e9);
    },
  };
}

import type { Schema } from "@portico/contract";
import type { CircuitState } from "../../routing/circuit.ts";
import type { Measured } from "../../routing/measurements.ts";

/** What was measured of an endpoint or a provider. Percentages and milliseconds, as clients of this interface read them. */
export function toMeasured(measured: Measured) {
  return {
    uptime_last_5m: measured.uptime5m,
    uptime_last_30m: measured.uptime30m,
    uptime_last_1d: measured.uptime1d,
    latency_last_30m: measured.latency30m,
    throughput_last_30m: measured.throughput30m,
  };
}

const circuits = {
  closed: "closed",
  halfOpen: "half_open",
  open: "open",
} as const satisfies Record<CircuitState, Schema<"CircuitState">>;

export function toCircuit(state: CircuitState): Schema<"CircuitState"> {
  return circuits[state];
}

/** Of several circuits, the one that lets the most through: a provider is down only if all its endpoints are. */
export function bestCircuit(states: readonly CircuitState[]): CircuitState {
  if (states.length === 0 || states.includes("closed")) return "closed";
  return states.includes("halfOpen") ? "halfOpen" : "open";
}

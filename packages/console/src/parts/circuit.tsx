import type { Schema } from "@portico/client";
import { texts } from "../texts/texts.ts";
import { Badge, type Tone } from "./badge.tsx";
import { formatCount, formatMs } from "./format.ts";

const tones: Readonly<Record<Schema<"CircuitState">, Tone>> = {
  closed: "good",
  half_open: "warning",
  open: "bad",
};

/** Whether the gateway asks a provider or an endpoint now. */
export function CircuitBadge({ state }: { readonly state: Schema<"CircuitState"> }) {
  return <Badge tone={tones[state]}>{texts.parts.circuits[state]}</Badge>;
}

/** A percentage of answered attempts; a dash where none were made. */
export function Uptime({ percent }: { readonly percent: number | null }) {
  if (percent === null) return <span className="none">–</span>;
  const tone = percent >= 99 ? "" : percent >= 95 ? "uptime-low" : "uptime-bad";
  return <span className={`figure ${tone}`}>{formatPercent(percent)}</span>;
}

export function formatPercent(percent: number): string {
  // Only what is a hundred is written as that.
  return `${Math.floor(percent * 100) / 100} %`;
}

/** The middle of what was measured, and the worst of a hundred. */
export function Latency({ measured }: { readonly measured: Schema<"Percentiles"> | null }) {
  if (measured === null) return <span className="none">–</span>;
  return (
    <span className="figure">
      {formatMs(measured.p50)} <span className="fine">p99 {formatMs(measured.p99)}</span>
    </span>
  );
}

export function Throughput({ measured }: { readonly measured: Schema<"Percentiles"> | null }) {
  if (measured === null) return <span className="none">–</span>;
  return <span className="figure">{formatCount(Math.round(measured.p50))}/s</span>;
}

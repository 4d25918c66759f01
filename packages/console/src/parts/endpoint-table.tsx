import type { Schema } from "@portico/client";
import { texts } from "../texts/texts.ts";
import { CircuitBadge, Latency, Uptime } from "./circuit.tsx";
import { Price } from "./price.tsx";
import { type SmallColumn, SmallTable } from "./small-table.tsx";

type Endpoint = Schema<"ModelEndpoint">;

const words = texts.models;

interface EndpointTableProps {
  readonly endpoints: readonly Endpoint[];
  /** What tells the rows apart: the provider of a model's endpoint, or the model of a provider's. */
  readonly head: SmallColumn<Endpoint>;
  readonly more?: readonly SmallColumn<Endpoint>[];
}

/** Endpoints side by side: their circuits, what was measured there, and their prices. */
export function EndpointTable({ endpoints, head, more = [] }: EndpointTableProps) {
  return (
    <SmallTable columns={[head, ...shared, ...more]} rows={endpoints} rowKey={({ tag }) => tag} />
  );
}

const shared: readonly SmallColumn<Endpoint>[] = [
  { title: words.circuit, cell: ({ circuit }) => <CircuitBadge state={circuit} /> },
  { title: words.uptime, cell: ({ uptime_last_1d: percent }) => <Uptime percent={percent} /> },
  { title: words.latency, cell: (endpoint) => <Latency measured={endpoint.latency_last_30m} /> },
  {
    title: words.input,
    align: "end",
    cell: ({ pricing, list_pricing: listed }) => (
      <Price perToken={pricing.prompt} listed={listed?.prompt} />
    ),
  },
  {
    title: words.output,
    align: "end",
    cell: ({ pricing, list_pricing: listed }) => (
      <Price perToken={pricing.completion} listed={listed?.completion} />
    ),
  },
];

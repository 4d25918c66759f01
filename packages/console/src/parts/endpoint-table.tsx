import type { Schema } from "@portico/client";
import type { ReactNode } from "react";
import { texts } from "../texts/texts.ts";
import { CircuitBadge, Latency, Uptime } from "./circuit.tsx";
import { Price } from "./price.tsx";
import { ScrollBox } from "./scroll-box.tsx";

type Endpoint = Schema<"ModelEndpoint">;

const words = texts.models;

interface MoreColumn {
  readonly title: string;
  readonly cell: (endpoint: Endpoint) => ReactNode;
}

interface EndpointTableProps {
  readonly endpoints: readonly Endpoint[];
  /** What tells the rows apart: the provider of a model's endpoint, or the model of a provider's. */
  readonly head: MoreColumn;
  readonly more?: readonly MoreColumn[];
}

/** Endpoints side by side: their circuits, what was measured there, and their prices. */
export function EndpointTable({ endpoints, head, more = [] }: EndpointTableProps) {
  return (
    <ScrollBox>
      <table>
        <thead>
          <tr>
            <th scope="col">{head.title}</th>
            <th scope="col">{words.circuit}</th>
            <th scope="col">{words.uptime}</th>
            <th scope="col">{words.latency}</th>
            {[words.input, words.output, ...more.map(({ title }) => title)].map((title) => (
              <th key={title} scope="col" className="cell-end">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.tag} {...{ endpoint, head, more }} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface EndpointRowProps extends Required<Omit<EndpointTableProps, "endpoints">> {
  readonly endpoint: Endpoint;
}

function EndpointRow({ endpoint, head, more }: EndpointRowProps) {
  const { circuit, pricing, list_pricing: listed } = endpoint;
  return (
    <tr>
      <th scope="row">{head.cell(endpoint)}</th>
      <td>
        <CircuitBadge state={circuit} />
      </td>
      <td>
        <Uptime percent={endpoint.uptime_last_1d} />
      </td>
      <td>
        <Latency measured={endpoint.latency_last_30m} />
      </td>
      <td className="cell-end">
        <Price perToken={pricing.prompt} listed={listed?.prompt} />
      </td>
      <td className="cell-end">
        <Price perToken={pricing.completion} listed={listed?.completion} />
      </td>
      {more.map(({ title, cell }) => (
        <td key={title} className="cell-end">
          {cell(endpoint)}
        </td>
      ))}
    </tr>
  );
}

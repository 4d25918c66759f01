import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { Count, Time } from "../../parts/amounts.tsx";
import { CircuitBadge, Latency, Uptime } from "../../parts/circuit.tsx";
import { Price } from "../../parts/price.tsx";
import { ScrollBox } from "../../parts/scroll-box.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.models;

type Endpoint = Schema<"ModelEndpoint">;

/** The providers of a model side by side: their circuits, what was measured there, and their prices. */
export function EndpointsTable({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  return (
    <ScrollBox>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.provider}</th>
            <th scope="col">{words.circuit}</th>
            <th scope="col">{words.uptime}</th>
            <th scope="col">{words.latency}</th>
            <th scope="col" className="cell-end">
              {words.input}
            </th>
            <th scope="col" className="cell-end">
              {words.output}
            </th>
            <th scope="col" className="cell-end">
              {words.cached}
            </th>
            <th scope="col" className="cell-end">
              {words.context}
            </th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.tag} endpoint={endpoint} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function EndpointRow({ endpoint }: { readonly endpoint: Endpoint }) {
  const { provider_name, upstream_model, pricing, list_pricing: listed } = endpoint;
  return (
    <tr>
      <th scope="row">
        <Link to="/providers" search={{ provider: provider_name }}>
          {provider_name}
        </Link>
        <div className="fine">
          <code>{upstream_model}</code>
        </div>
        <div className="fine">
          <EndpointSource endpoint={endpoint} />
        </div>
      </th>
      <td>
        <CircuitBadge state={endpoint.circuit} />
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
      <td className="cell-end">
        <Price perToken={pricing.input_cache_read} listed={listed?.input_cache_read} />
      </td>
      <td className="cell-end">
        <Count count={endpoint.context_length} />
      </td>
    </tr>
  );
}

function EndpointSource({ endpoint }: { readonly endpoint: Endpoint }) {
  const { price_source, price_as_of, pricing } = endpoint;
  return (
    <span title={pricing.source}>
      {words.sources[price_source]}
      {price_as_of !== null && (
        <>
          , <Time at={price_as_of} ago />
        </>
      )}
    </span>
  );
}

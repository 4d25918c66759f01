import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { CircuitBadge, Latency, Uptime } from "../../parts/circuit.tsx";
import { Price } from "../../parts/price.tsx";
import { ScrollBox } from "../../parts/scroll-box.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.providers;

/** The models that a provider serves, each with its own circuit and price. */
export function EndpointList({
  endpoints,
}: {
  readonly endpoints: readonly Schema<"ModelEndpoint">[];
}) {
  if (endpoints.length === 0) return <p className="fine">{words.noModels}</p>;
  return (
    <ScrollBox className="endpoint-list">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.model}</th>
            <th scope="col">{words.circuit}</th>
            <th scope="col">{words.answeredShare}</th>
            <th scope="col">{words.latency}</th>
            <th scope="col" className="cell-end">
              {words.input}
            </th>
            <th scope="col" className="cell-end">
              {words.output}
            </th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map(({ pricing, list_pricing: listed, ...endpoint }) => (
            <tr key={`${endpoint.model_id} ${endpoint.upstream_model}`}>
              <th scope="row">
                <Link to="/models" search={{ model: endpoint.model_id }}>
                  {endpoint.model_id}
                </Link>
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
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

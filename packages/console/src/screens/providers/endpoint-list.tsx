import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { EndpointTable } from "../../parts/endpoint-table.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.providers;

type Endpoint = Schema<"ModelEndpoint">;

/** The models that a provider serves, each with its own circuit and price. */
export function EndpointList({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  if (endpoints.length === 0) return <p className="fine">{words.noModels}</p>;
  return (
    <EndpointTable
      endpoints={endpoints}
      head={{
        title: words.model,
        cell: ({ model_id: model }) => (
          <Link to="/models" search={{ model }}>
            {model}
          </Link>
        ),
      }}
    />
  );
}

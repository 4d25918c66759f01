import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { Count, Time } from "../../parts/amounts.tsx";
import { EndpointTable } from "../../parts/endpoint-table.tsx";
import { Price } from "../../parts/price.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.models;

type Endpoint = Schema<"ModelEndpoint">;

/** The providers of a model, each with what it calls the model, and where its price comes from. */
export function EndpointsTable({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  return (
    <EndpointTable
      endpoints={endpoints}
      head={{ title: words.provider, cell: (endpoint) => <ProviderHead endpoint={endpoint} /> }}
      more={more}
    />
  );
}

const more = [
  {
    title: words.cached,
    cell: ({ pricing, list_pricing: listed }: Endpoint) => (
      <Price perToken={pricing.input_cache_read} listed={listed?.input_cache_read} />
    ),
  },
  {
    title: words.context,
    cell: ({ context_length: length }: Endpoint) => <Count count={length} />,
  },
];

function ProviderHead({ endpoint }: { readonly endpoint: Endpoint }) {
  const { provider_name: provider, upstream_model } = endpoint;
  return (
    <>
      <Link to="/providers" search={{ provider }}>
        {provider}
      </Link>
      <div className="fine">
        <code>{upstream_model}</code>
      </div>
      <div className="fine">
        <EndpointSource endpoint={endpoint} />
      </div>
    </>
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

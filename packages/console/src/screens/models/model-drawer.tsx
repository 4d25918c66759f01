import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Count, Time, Usd } from "../../parts/amounts.tsx";
import { CopyButton } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { EndpointTable } from "../../parts/endpoint-table.tsx";
import { Facts } from "../../parts/facts.tsx";
import { formatCount } from "../../parts/format.ts";
import { Section } from "../../parts/page.tsx";
import { Price } from "../../parts/price.tsx";
import { SmallTable } from "../../parts/small-table.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { Abilities, kindName, PriceSource } from "./columns.tsx";
import { pathOf } from "./select-models.ts";

const words = texts.models;

interface ModelDrawerProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function ModelDrawer({ id, onClose }: ModelDrawerProps) {
  const query = portico.getModel.useQuery({ params: { path: pathOf(id) } });
  return (
    <Dialog open as="drawer" onClose={onClose} title={id} lead={query.data?.data.name}>
      <Answered query={query}>{({ data }) => <ModelDetails model={data} />}</Answered>
    </Dialog>
  );
}

function ModelDetails({ model }: { readonly model: Schema<"Model"> }) {
  const { id, description, pricing, architecture, top_provider: top } = model;
  return (
    <div className="details">
      {description !== undefined && <p>{description}</p>}
      <p className="actions">
        <CopyButton text={id} label={words.copyId} />
        <Link to="/playground">{words.try}</Link>
      </p>
      <Facts
        facts={[
          [words.kind, kindName(model.kind)],
          [words.abilities, <Abilities key="abilities" model={model} />],
          [words.takes, architecture.input_modalities.join(", ")],
          [words.context, <Count key="context" count={model.context_length} />],
          [words.mostOutput, <Count key="most" count={top.max_completion_tokens} />],
          ...(model.dimensions === undefined
            ? []
            : [[words.dimensions, <Count key="dimensions" count={model.dimensions} />] as const]),
          [words.added, <Time key="added" at={new Date(model.created * 1000).toISOString()} ago />],
          [words.source, <PriceSource key="source" pricing={pricing} />],
          [words.parameters, model.supported_parameters.join(", ")],
        ]}
      />
      <Section title={words.prices}>
        <ModelPrices pricing={pricing} />
        <PriceSteps pricing={pricing} />
      </Section>
      <Section title={words.endpoints}>
        <Endpoints id={id} />
      </Section>
    </div>
  );
}

/** At its cheapest provider. A price of nothing is left out, except for the two that every model has. */
function ModelPrices({ pricing }: { readonly pricing: Schema<"ModelPricing"> }) {
  const perToken = [
    [words.input, pricing.prompt],
    [words.output, pricing.completion],
    [words.cached, pricing.input_cache_read],
    [words.cacheWrite, pricing.input_cache_write],
    [words.cacheWriteHour, pricing.input_cache_write_1h],
    [words.sound, pricing.input_audio],
    [words.thoughts, pricing.internal_reasoning],
  ] as const;
  const perPiece = [
    [words.request, pricing.request],
    [words.image, pricing.image],
    [words.searchUnit, pricing.search_unit],
  ] as const;
  return (
    <>
      <p className="fine">{words.perMillion}</p>
      <Facts
        facts={[
          ...perToken
            .filter(([, price]) => price !== undefined)
            .map(([name, price]) => [name, <Price key={name} perToken={price} />] as const),
          ...perPiece
            .filter(([, price]) => Number(price ?? 0) > 0)
            .map(([name, price]) => [name, <Usd key={name} amount={Number(price)} />] as const),
        ]}
      />
    </>
  );
}

function Endpoints({ id }: { readonly id: string }) {
  const isAllowed = useMay("listModelEndpoints");
  const query = portico.listModelEndpoints.useQuery(
    { params: { path: pathOf(id) } },
    { enabled: isAllowed },
  );
  if (!isAllowed) return <p className="fine">{words.endpointsForbidden}</p>;
  return (
    <Answered
      query={query}
      isEmpty={({ data }) => data.endpoints.length === 0}
      empty={<Empty title={words.noEndpoints} />}
    >
      {({ data }) => <EndpointsTable endpoints={data.endpoints} />}
    </Answered>
  );
}

type Endpoint = Schema<"ModelEndpoint">;

/** The providers of a model, each with what it calls the model, and where its price comes from. */
function EndpointsTable({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
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
    align: "end" as const,
    cell: ({ pricing, list_pricing: listed }: Endpoint) => (
      <Price perToken={pricing.input_cache_read} listed={listed?.input_cache_read} />
    ),
  },
  {
    title: words.context,
    align: "end" as const,
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

type Rates = Pick<Schema<"PriceTier">, "prompt" | "completion" | "input_cache_read">;

/** Other prices: those of long inputs, and those of service tiers. */
function PriceSteps({ pricing }: { readonly pricing: Schema<"ModelPricing"> }) {
  const steps = (pricing.steps ?? []).map((step) => [stepName(step), step] as const);
  const tiers = Object.entries(pricing.tiers ?? {}).flatMap(([name, tier]) => [
    [fill(words.tier, { name }), tier] as const,
    ...(tier.steps ?? []).map((step) => [`${name}, ${stepName(step)}`, step] as const),
  ]);
  const rows: readonly (readonly [string, Rates])[] = [...steps, ...tiers];
  if (rows.length === 0) return null;
  return (
    <SmallTable
      columns={[
        { title: words.otherPrices, cell: ([name]) => name },
        { title: words.input, cell: ([, rates]) => <Price perToken={rates.prompt} /> },
        { title: words.output, cell: ([, rates]) => <Price perToken={rates.completion} /> },
        { title: words.cached, cell: ([, rates]) => <Price perToken={rates.input_cache_read} /> },
      ]}
      rows={rows}
      rowKey={([name]) => name}
    />
  );
}

function stepName({ above_input_tokens: tokens }: Schema<"PriceStep">): string {
  return fill(words.above, { tokens: formatCount(tokens) });
}

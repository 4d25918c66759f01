import { Usd } from "../../parts/amounts.tsx";
import { Facts } from "../../parts/facts.tsx";
import { fill } from "../../parts/fill.ts";
import { formatUsd } from "../../parts/format.ts";
import { Section } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";
import { givenBack, payerOf } from "./payer.ts";
import type { Generation } from "./tail.ts";

const words = texts.requests.money;

/** From the hold to the charge, the parts of the cost, and who pays. */
export function Money({ generation }: { readonly generation: Generation }) {
  const { held, usage, unbilled, provider_name, upstream_inference_cost } = generation;
  return (
    <Section title={words.title}>
      <ol className="hold">
        <li>
          <span className="fine">{words.held}</span> <Usd amount={held} />
        </li>
        <li>
          <span className="fine">{words.charged}</span>{" "}
          <span data-figure="request-charged" data-value={usage}>
            <Usd amount={usage} />
          </span>
        </li>
        <li>
          <span className="fine">{words.givenBack}</span> <Usd amount={givenBack(generation)} />
        </li>
      </ol>
      <p>
        {fill(words.payers[payerOf(generation)], {
          charged: formatUsd(usage),
          provider: provider_name ?? "–",
          estimate: formatUsd(upstream_inference_cost ?? 0),
        })}{" "}
        {unbilled > 0 && fill(words.unbilled, { unbilled: formatUsd(unbilled) })}
      </p>
      <CostDetails generation={generation} />
    </Section>
  );
}

function CostDetails({ generation: { cost_details, price } }: { readonly generation: Generation }) {
  if (cost_details === null) return <p className="fine">{words.notDivided}</p>;
  const parts = words.parts;
  return (
    <Facts
      facts={[
        [parts.input, <Usd key="input" amount={cost_details.input_cost} />],
        [parts.cacheRead, <Usd key="read" amount={cost_details.cache_read_cost} />],
        [parts.cacheWrite, <Usd key="write" amount={cost_details.cache_write_cost} />],
        [parts.output, <Usd key="output" amount={cost_details.output_cost} />],
        [
          parts.discount,
          <Usd key="discount" amount={cost_details.discount === 0 ? 0 : -cost_details.discount} />,
        ],
        [parts.unbilled, <Usd key="unbilled" amount={cost_details.unbilled} />],
        [parts.price, price],
      ]}
    />
  );
}

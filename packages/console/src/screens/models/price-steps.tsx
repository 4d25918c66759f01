import type { Schema } from "@portico/client";
import { fill } from "../../parts/fill.ts";
import { formatCount } from "../../parts/format.ts";
import { Price } from "../../parts/price.tsx";
import { ScrollBox } from "../../parts/scroll-box.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.models;

type Rates = Pick<Schema<"PriceTier">, "prompt" | "completion" | "input_cache_read">;

/** Other prices: those of long inputs, and those of service tiers. */
export function PriceSteps({ pricing }: { readonly pricing: Schema<"ModelPricing"> }) {
  const steps = (pricing.steps ?? []).map((step) => [stepName(step), step] as const);
  const tiers = Object.entries(pricing.tiers ?? {}).flatMap(([name, tier]) => [
    [fill(words.tier, { name }), tier] as const,
    ...(tier.steps ?? []).map((step) => [`${name}, ${stepName(step)}`, step] as const),
  ]);
  const rows: readonly (readonly [string, Rates])[] = [...steps, ...tiers];
  if (rows.length === 0) return null;
  return (
    <ScrollBox>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.otherPrices}</th>
            <th scope="col">{words.input}</th>
            <th scope="col">{words.output}</th>
            <th scope="col">{words.cached}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, rates]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Price perToken={rates.prompt} />
              </td>
              <td>
                <Price perToken={rates.completion} />
              </td>
              <td>
                <Price perToken={rates.input_cache_read} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function stepName({ above_input_tokens: tokens }: Schema<"PriceStep">): string {
  return fill(words.above, { tokens: formatCount(tokens) });
}

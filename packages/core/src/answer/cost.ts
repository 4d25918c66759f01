import type { Schema } from "@portico/contract/facts";

/** What a request costs, in nanodollars. */
export interface Cost {
  readonly chargedNanousd: number;
  /** Absent where nothing is known of it, as of a reply that could not be booked. */
  readonly details?: CostDetails;
}

/** The four parts less the discount are what is charged and what is not billed. */
export interface CostDetails {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly discount: number;
  readonly unbilledNanousd: number;
  /** The workspace's own credential was used, so that the provider sends its owner the bill. */
  readonly isByok: boolean;
  /** What such providers ask of the owner, of all attempts; null where none was asked with such a credential. */
  readonly upstream: number | null;
  /** What the provider that served asks for the request's two sides. */
  readonly servedInputNanousd: number;
  readonly servedOutputNanousd: number;
}

/** The fields of a reply's `usage` that every wire has alike. */
export interface CostFields {
  cost: number;
  cost_details?: Schema<"CostDetails">;
  is_byok?: boolean;
}

/** No cost is ever null: client libraries refuse the whole reply for one. */
export function costFields({ chargedNanousd, details }: Cost): CostFields {
  const cost = usd(chargedNanousd);
  if (details === undefined) return { cost };
  return { cost, cost_details: toDetails(details), is_byok: details.isByok };
}

/** Some fields say the same under two names: one wire's client library requires the one, one the other. */
function toDetails(details: CostDetails): Schema<"CostDetails"> {
  const input = usd(details.servedInputNanousd);
  const output = usd(details.servedOutputNanousd);
  return {
    input_cost: usd(details.input),
    output_cost: usd(details.output),
    cache_read_cost: usd(details.cacheRead),
    cache_write_cost: usd(details.cacheWrite),
    discount: usd(details.discount),
    unbilled: usd(details.unbilledNanousd),
    upstream_inference_cost: details.upstream === null ? null : usd(details.upstream),
    upstream_inference_prompt_cost: input,
    upstream_inference_completions_cost: output,
    upstream_inference_input_cost: input,
    upstream_inference_output_cost: output,
  };
}

const nanousdPerUsd = 1e9;

function usd(nanousd: number): number {
  return nanousd / nanousdPerUsd;
}

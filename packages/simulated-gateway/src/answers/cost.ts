import type { Schema } from "@portico/contract/facts";

/** The prices of the gateway's sandbox, in nanodollars a token and a search unit; a test compares the two. */
const price = { input: 10, output: 20, searchUnit: 1_000 } as const;

const nanousdPerUsd = 1e9;

/** What a simulated answer costs, as a reply's `usage` says it. */
export function costOf(
  inputTokens: number,
  outputTokens: number,
  searchUnits = 0,
): { cost: number; cost_details: Schema<"CostDetails">; is_byok: boolean } {
  const inputNanousd = inputTokens * price.input + searchUnits * price.searchUnit;
  const input = inputNanousd / nanousdPerUsd;
  const output = (outputTokens * price.output) / nanousdPerUsd;
  const cost = (inputNanousd + outputTokens * price.output) / nanousdPerUsd;
  return {
    cost,
    cost_details: {
      input_cost: input,
      output_cost: output,
      cache_read_cost: 0,
      cache_write_cost: 0,
      discount: 0,
      unbilled: 0,
      upstream_inference_cost: null,
      upstream_inference_prompt_cost: input,
      upstream_inference_completions_cost: output,
      upstream_inference_input_cost: input,
      upstream_inference_output_cost: output,
    },
    is_byok: false,
  };
}

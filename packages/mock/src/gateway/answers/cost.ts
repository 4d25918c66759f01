import type { Cost } from "@portico/core/answer/cost";

/** The prices of the gateway's sandbox, in nanodollars a token and a search unit; a test compares the two. */
const price = { input: 10, output: 20, searchUnit: 1_000 } as const;

export function costOf(inputTokens: number, outputTokens: number, searchUnits = 0): Cost {
  const input = inputTokens * price.input + searchUnits * price.searchUnit;
  const output = outputTokens * price.output;
  return {
    chargedNanousd: input + output,
    details: {
      input,
      output,
      cacheRead: 0,
      cacheWrite: 0,
      discount: 0,
      unbilledNanousd: 0,
      isByok: false,
      upstream: null,
      servedInputNanousd: input,
      servedOutputNanousd: output,
    },
  };
}

import type { PriceOrigin } from "../../money/price-origin.ts";
import type { PriceEntry } from "../schema.ts";
import type { PresetModel } from "./preset-model.ts";

const served = (
  vendor: string,
  upstreamModel: string,
  name: string,
  contextLength: number,
  price: PriceEntry,
): PresetModel => ({
  id: `${vendor}/${upstreamModel}`,
  name,
  kind: "rerank",
  contextLength,
  endpoints: [{ vendor, upstreamModel, price }],
});

/** Bills search units alone. */
const perSearch = (search_unit: string): PriceEntry => ({ input: "0", search_unit });

/** For prices that no list confirms: replies and lists name it, so that an operator sets a price of their own. */
export const unconfirmedOrigin: PriceOrigin = {
  by: "preset",
  source: "a preset that no price list confirms; set the price in portico.yaml",
  asOf: null,
  version: "unconfirmed",
};

/**
 * Rerank models with prices that are commonly quoted. genai-prices has no rerank models of these vendors, and the
 * vendors' own lists (https://cohere.com/pricing, https://docs.voyageai.com/docs/pricing, https://jina.ai/reranker)
 * were not read.
 */
export const rerankModels: readonly PresetModel[] = [
  served("cohere", "rerank-v4.0-pro", "Cohere Rerank 4 Pro", 32_768, perSearch("0.0025")),
  served("cohere", "rerank-v4.0-fast", "Cohere Rerank 4 Fast", 32_768, perSearch("0.002")),
  served("cohere", "rerank-v3.5", "Cohere Rerank 3.5", 4_096, perSearch("0.002")),
  served("voyage", "rerank-2.5", "Voyage Rerank 2.5", 32_000, { input: "0.05" }),
  served("voyage", "rerank-2.5-lite", "Voyage Rerank 2.5 Lite", 32_000, { input: "0.02" }),
  served("jina", "jina-reranker-v3", "Jina Reranker 3", 131_072, { input: "0.05" }),
  served("jina", "jina-reranker-v2-base-multilingual", "Jina Reranker 2 Multilingual", 1_024, {
    input: "0.05",
  }),
];

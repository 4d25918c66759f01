import type { PriceOrigin } from "../../money/price-origin.ts";
import type { PriceSnapshot } from "../configuration.ts";
import type { PriceEntry } from "../schema.ts";
import type { PresetModel } from "./preset-model.ts";
import { type Dollars, priceOf, sounding, stepped, tiered } from "./preset-model.ts";
import { embeddingModels } from "./prices-2026-09-embeddings.ts";
import { rerankModels } from "./prices-2026-09-rerank.ts";

/** Dated, because vendors change their prices. The operator's own file always wins. */
export const priceSnapshot: PriceSnapshot = {
  date: "2026-09-23",
  source: "genai-prices 0.1.8 (Pydantic, MIT), which follows the vendors' public price lists",
};

export const snapshotOrigin: PriceOrigin = {
  by: "preset",
  source: priceSnapshot.source,
  asOf: priceSnapshot.date,
  version: `prices-${priceSnapshot.date}`,
};

interface Row
  extends Partial<Omit<PresetModel, "id" | "name" | "kind" | "contextLength" | "endpoints">> {
  /** Prices of tools that run at the vendor. */
  readonly tools?: PriceEntry["tools"];
}
type Price = PriceEntry | Dollars;

/** A model that its own maker serves under its own name. */
const from =
  (maker: string, vendor: string, brand: string, shared: Row = {}) =>
  (suffix: string, contextLength: number, price: Price, row: Row = {}): PresetModel => {
    const { tools, ...facts } = { ...shared, ...row };
    return {
      ...facts,
      contextLength,
      id: `${maker}/${suffix}`,
      name: `${brand} ${suffix}`,
      kind: "text",
      endpoints: [
        { vendor, upstreamModel: suffix, price: { ...priceOf(price), ...(tools && { tools }) } },
      ],
    };
  };

/** An open model that several vendors serve, each under a name and at a price of its own. */
function open(
  id: string,
  name: string,
  contextLength: number,
  endpoints: Readonly<Record<string, readonly [upstreamModel: string, dollars: Dollars]>>,
): PresetModel {
  return {
    id,
    name,
    contextLength,
    kind: "text",
    endpoints: Object.entries(endpoints).map(([vendor, [upstreamModel, dollars]]) => ({
      vendor,
      upstreamModel,
      price: priceOf(dollars),
    })),
  };
}

/**
 * Dollars for a call: https://platform.openai.com/docs/pricing, https://platform.claude.com/docs/en/about-claude/pricing. OpenAI's file
 * search ($0.0025) waits for the operator's word: every key could read the stores of the account.
 */
const searching = { web_search: "0.01" };
/** A search bills 8,000 tokens there that its usage may not show. */
const untold = { tools: {} };
const ofOpenAi = {
  tools: { ...searching, code_interpreter: "0.03" },
  images: true,
  files: true,
  tokenBound: "o200k_base",
} as const;
const openai = from("openai", "openai", "OpenAI", ofOpenAi);
const reasoner = from("openai", "openai", "OpenAI", {
  ...ofOpenAi,
  maxOutputTokens: 128_000,
  fixedSampling: true,
});
const anthropic = from("anthropic", "anthropic", "Anthropic", {
  tools: { ...searching, web_fetch: "0" },
  images: true,
  files: true,
});
const google = from("google", "gemini", "Google", {
  images: true,
  files: true,
  maxOutputTokens: 65_536,
});
const mistral = from("mistral", "mistral", "Mistral");
const cohere = from("cohere", "cohere", "Cohere");
const deepseek = from("deepseek", "deepseek", "DeepSeek");
/** https://docs.x.ai/docs/guides/image-understanding */
const xai = from("xai", "xai", "xAI", { images: true, tokensPerImage: 1_792 });

const textModels: readonly PresetModel[] = [
  reasoner(
    "gpt-6-sol",
    1_050_000,
    stepped(["2", "10", "0.2", "2.5"], 272_000, ["4", "15", "0.4", "5"]),
  ),
  reasoner(
    "gpt-6-luna",
    1_050_000,
    stepped(["0.1", "0.5", "0.01", "0.125"], 272_000, ["0.2", "0.75", "0.02", "0.25"]),
  ),
  reasoner(
    "gpt-5.5",
    1_000_000,
    tiered(stepped(["5", "30", "0.5"], 271_999, ["10", "45", "1"]), {
      priority: ["12.5", "75", "1.25"],
      flex: stepped(["2.5", "15", "0.25"], 271_999, ["5", "22.5", "0.5"]),
    }),
  ),
  reasoner(
    "gpt-5.4",
    1_050_000,
    tiered(stepped(["2.5", "15", "0.25"], 271_999, ["5", "22.5", "0.5"]), {
      priority: ["5", "30", "0.5"],
      flex: stepped(["1.25", "7.5", "0.13"], 271_999, ["2.5", "11.25", "0.25"]),
    }),
  ),
  reasoner(
    "gpt-5.4-mini",
    400_000,
    tiered(["0.75", "4.5", "0.075"], { priority: ["1.5", "9", "0.15"] }),
  ),
  reasoner("gpt-5.4-nano", 400_000, ["0.2", "1.25", "0.02"]),
  reasoner(
    "gpt-5.2",
    400_000,
    tiered(["1.75", "14", "0.175"], {
      priority: ["3.5", "28", "0.35"],
      flex: ["0.875", "7", "0.0875"],
    }),
  ),
  ...["gpt-5.1", "gpt-5"].map((name) =>
    reasoner(
      name,
      400_000,
      tiered(["1.25", "10", "0.125"], {
        priority: ["2.5", "20", "0.25"],
        flex: ["0.625", "5", "0.0625"],
      }),
    ),
  ),
  reasoner(
    "gpt-5-mini",
    400_000,
    tiered(["0.25", "2", "0.025"], {
      priority: ["0.45", "3.6", "0.045"],
      flex: ["0.125", "1", "0.0125"],
    }),
  ),
  reasoner(
    "gpt-5-nano",
    400_000,
    tiered(["0.05", "0.4", "0.005"], { flex: ["0.025", "0.2", "0.0025"] }),
  ),
  openai("gpt-4.1", 1_000_000, tiered(["2", "8", "0.5"], { priority: ["3.5", "14", "0.875"] }), {
    maxOutputTokens: 32_768,
  }),
  openai(
    "gpt-4.1-mini",
    1_000_000,
    tiered(["0.4", "1.6", "0.1"], { priority: ["0.7", "2.8", "0.175"] }),
    { ...untold, maxOutputTokens: 32_768 },
  ),
  openai("gpt-4o", 128_000, tiered(["2.5", "10", "1.25"], { priority: ["4.25", "17", "2.125"] }), {
    maxOutputTokens: 16_384,
  }),
  openai(
    "gpt-4o-mini",
    128_000,
    tiered(["0.15", "0.6", "0.075"], { priority: ["0.25", "1", "0.125"] }),
    { ...untold, maxOutputTokens: 16_384 },
  ),
  anthropic("claude-opus-5-5", 1_000_000, ["4", "20", "0.2", "5", "8"]),
  anthropic("claude-opus-4-8", 1_000_000, ["5", "25", "0.5", "6.25", "10"]),
  anthropic("claude-sonnet-5", 1_000_000, ["2", "10", "0.2", "2.5", "4"]),
  anthropic("claude-sonnet-4-6", 1_000_000, ["3", "15", "0.3", "3.75", "6"]),
  anthropic("claude-sonnet-4-5", 200_000, ["3", "15", "0.3", "3.75", "6"], {
    maxOutputTokens: 64_000,
  }),
  anthropic("claude-haiku-4-5", 200_000, ["1", "5", "0.1", "1.25", "2"], {
    maxOutputTokens: 64_000,
  }),
  google("gemini-3.8-flash", 1_000_000, ["1.5", "7.5", "0.15"]),
  google("gemini-3.5-flash-lite", 1_000_000, ["0.3", "2.5", "0.03"]),
  google(
    "gemini-3.1-pro-preview",
    1_048_576,
    stepped(["2", "12", "0.2"], 200_000, ["4", "18", "0.4"]),
  ),
  google(
    "gemini-2.5-pro",
    1_048_576,
    stepped(["1.25", "10", "0.125"], 200_000, ["2.5", "15", "0.25"]),
  ),
  google("gemini-2.5-flash", 1_048_576, sounding(["0.3", "2.5", "0.03"], "1")),
  google("gemini-2.5-flash-lite", 1_048_576, sounding(["0.1", "0.4", "0.01"], "0.3")),
  mistral("mistral-large-2512", 262_144, ["0.5", "1.5", "0.05"], { images: true }),
  mistral("mistral-medium-3-5", 262_144, ["1.5", "7.5", "0.15"], { images: true }),
  mistral("mistral-small-2603", 262_144, ["0.15", "0.6", "0.015"], { images: true }),
  mistral("ministral-8b-2512", 262_144, ["0.15", "0.15", "0.015"], { images: true }),
  mistral("codestral-2508", 256_000, ["0.3", "0.9", "0.03"]),
  cohere("command-a-03-2025", 256_000, ["2.5", "10"], { maxOutputTokens: 8_000 }),
  cohere("command-r7b-12-2024", 128_000, ["0.0375", "0.15"], { maxOutputTokens: 4_000 }),
  deepseek("deepseek-v4-flash", 1_000_000, ["0.44", "1.32", "0.014"]),
  deepseek("deepseek-v4-pro", 1_000_000, ["1.32", "3.96", "0.044"]),
  xai("grok-4.6", 500_000, stepped(["2", "6", "0.5"], 199_999, ["4", "12", "1"])),
  xai("grok-4-fast-non-reasoning", 2_000_000, ["0.2", "0.5", "0.05"]),
  open("openai/gpt-oss-120b", "OpenAI gpt-oss-120b", 131_072, {
    groq: ["openai/gpt-oss-120b", ["0.15", "0.6", "0.075"]],
    fireworks: ["accounts/fireworks/models/gpt-oss-120b", ["0.15", "0.6", "0.014"]],
    cerebras: ["gpt-oss-120b", ["0.35", "0.75"]],
  }),
  open("openai/gpt-oss-20b", "OpenAI gpt-oss-20b", 131_072, {
    groq: ["openai/gpt-oss-20b", ["0.075", "0.3", "0.0375"]],
    fireworks: ["accounts/fireworks/models/gpt-oss-20b", ["0.07", "0.3", "0.035"]],
  }),
  open("meta-llama/llama-3.3-70b-instruct", "Meta Llama 3.3 70B Instruct", 131_072, {
    groq: ["llama-3.3-70b-versatile", ["0.59", "0.79"]],
    together: ["meta-llama/Llama-3.3-70B-Instruct-Turbo", ["0.88", "0.88"]],
  }),
];

/** The models of every vendor that the operator's file enables. */
export const presetModels: readonly PresetModel[] = [
  ...embeddingModels,
  ...rerankModels,
  ...textModels,
];

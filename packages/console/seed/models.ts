import type { Schema } from "@portico/client";

/** Prices in millionths of a dollar for a million tokens, so that costs are whole numbers. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

export interface SeededEndpoint {
  readonly provider: string;
  readonly upstream: string;
  readonly rates: Rates;
  /** The price that comes with the gateway, where the operator's file states another. */
  readonly listed?: Rates;
  readonly source: "operator" | "preset";
  /** Milliseconds to the first output, and tokens a second after it. */
  readonly firstMs: number;
  readonly speed: number;
}

export interface SeededModel {
  readonly id: string;
  readonly name: string;
  readonly kind: "text" | "embedding" | "rerank";
  readonly context: number;
  readonly description: string;
  readonly thinks?: boolean;
  readonly endpoints: readonly SeededEndpoint[];
}

const rates = (input: number, output: number, cached = input / 10): Rates => ({
  input: Math.round(input * 1e6),
  output: Math.round(output * 1e6),
  cached: Math.round(cached * 1e6),
});

const at = (
  provider: string,
  upstream: string,
  price: Rates,
  [firstMs, speed]: readonly [number, number],
  more: Partial<SeededEndpoint> = {},
): SeededEndpoint => ({
  ...{ provider, upstream, rates: price, source: "preset", firstMs, speed },
  ...more,
});

export const models: readonly SeededModel[] = [
  {
    ...{ id: "openai/gpt-5.4", name: "GPT-5.4", kind: "text", context: 400_000, thinks: true },
    description: "A large model for hard questions, code and long documents.",
    endpoints: [
      at("openai", "gpt-5.4", rates(1.25, 10), [780, 62]),
      at("azure-eu", "gpt-54-prod", rates(1.35, 10.8), [640, 71], { source: "operator" }),
    ],
  },
  {
    ...{ id: "openai/gpt-5-mini", name: "GPT-5 mini", kind: "text", context: 400_000 },
    description: "A small, quick model for everyday work.",
    endpoints: [
      at("openai", "gpt-5-mini", rates(0.2, 1.6), [410, 118], {
        source: "operator",
        listed: rates(0.25, 2),
      }),
      at("azure-eu", "gpt-5-mini-prod", rates(0.25, 2), [380, 124], { source: "operator" }),
    ],
  },
  {
    ...{ id: "anthropic/claude-sonnet-5", name: "Claude Sonnet 5", kind: "text" },
    ...{ context: 200_000, thinks: true },
    description: "A model for code and agents.",
    endpoints: [
      at("anthropic", "claude-sonnet-5", rates(3, 15), [920, 74]),
      at("bedrock", "anthropic.claude-sonnet-5-v1", rates(3, 15), [1050, 66]),
    ],
  },
  {
    ...{ id: "anthropic/claude-haiku-5", name: "Claude Haiku 5", kind: "text", context: 200_000 },
    description: "A quick model for short answers.",
    endpoints: [at("anthropic", "claude-haiku-5", rates(0.8, 4), [360, 131])],
  },
  {
    ...{ id: "mistral/mistral-large", name: "Mistral Large", kind: "text", context: 131_072 },
    description: "A general model with European hosting.",
    endpoints: [
      at("mistral", "mistral-large-latest", rates(2, 6), [540, 58]),
      at("bedrock", "mistral.mistral-large", rates(2.2, 6.6), [830, 49]),
    ],
  },
  {
    ...{ id: "mistral/mistral-small", name: "Mistral Small", kind: "text", context: 131_072 },
    description: "A small model for simple tasks.",
    endpoints: [at("mistral", "mistral-small-latest", rates(0.1, 0.3), [300, 142])],
  },
  {
    ...{ id: "local/qwen3-14b", name: "Qwen3 14B", kind: "text", context: 32_768 },
    description: "Runs on the company's own machines and costs nothing.",
    endpoints: [at("local", "qwen3:14b", rates(0, 0), [210, 38], { source: "operator" })],
  },
  {
    ...{ id: "openai/text-embedding-3-small", name: "Embedding 3 small", kind: "embedding" },
    ...{ context: 8191 },
    description: "Vectors for search.",
    endpoints: [at("openai", "text-embedding-3-small", rates(0.02, 0, 0.02), [160, 90_000])],
  },
  {
    ...{ id: "mistral/mistral-embed", name: "Mistral Embed", kind: "embedding", context: 8192 },
    description: "Vectors for search, with European hosting.",
    endpoints: [at("mistral", "mistral-embed", rates(0.1, 0, 0.1), [190, 70_000])],
  },
  {
    ...{ id: "cohere/rerank-v3.5", name: "Rerank 3.5", kind: "rerank", context: 4096 },
    description: "Documents in the order of their relevance.",
    endpoints: [at("cohere", "rerank-v3.5", rates(0.5, 0, 0.5), [240, 50_000])],
  },
];

/** The providers in the order of the operator's file. */
export const providers: readonly { readonly slug: string; readonly keepsNothing: boolean }[] = [
  { slug: "openai", keepsNothing: false },
  { slug: "azure-eu", keepsNothing: true },
  { slug: "anthropic", keepsNothing: false },
  { slug: "bedrock", keepsNothing: true },
  { slug: "mistral", keepsNothing: true },
  { slug: "cohere", keepsNothing: false },
  { slug: "local", keepsNothing: true },
];

/** Dollars for one token as a decimal, without zeros at its end. */
function perToken(microUsdPerMillion: number): string {
  const text = (microUsdPerMillion / 1e12).toFixed(12).replace(/\.?0+$/, "");
  return text === "" ? "0" : text;
}

function pricingOf(
  price: Rates,
  source: "operator" | "preset",
  asOf: string,
): Schema<"ModelPricing"> {
  return {
    ...{ prompt: perToken(price.input), completion: perToken(price.output) },
    ...{ input_cache_read: perToken(price.cached), request: "0", image: "0" },
    source: source === "operator" ? "portico.yaml" : "the vendors' public price lists",
    as_of: asOf,
    version: source === "operator" ? "portico.yaml-4f1c09ab77de" : `prices-${asOf}`,
  };
}

export function asOf(source: "operator" | "preset", nowMs: number): string {
  const daysAgo = source === "operator" ? 11 : 60;
  return new Date(nowMs - daysAgo * 86_400_000).toISOString().slice(0, "2026-11-22".length);
}

function architectureOf({ kind }: SeededModel): Schema<"ModelArchitecture"> {
  const input = kind === "text" ? ["text", "image"] : ["text"];
  const output = { text: "text", embedding: "embeddings", rerank: "rerank" }[kind];
  return {
    modality: `${input.join("+")}->${output}`,
    ...{ input_modalities: input, output_modalities: [output] },
    ...{ tokenizer: "Other", instruct_type: null },
  };
}

const parameters = {
  text: [
    ...["max_completion_tokens", "max_output_tokens", "max_tokens"],
    ...["temperature", "tool_choice", "tools", "top_p"],
  ],
  embedding: ["dimensions", "encoding_format"],
  rerank: ["top_n"],
} as const;

export function modelRecord(model: SeededModel, nowMs: number): Schema<"Model"> {
  const { id, name, kind, context, description, endpoints } = model;
  const [first] = endpoints;
  return {
    ...{ id, canonical_slug: id, name, display_name: name, kind, description },
    ...{ object: "model", type: "model", owned_by: id.replace(/\/.*$/, "") },
    created: Math.floor((nowMs - 120 * 86_400_000) / 1000),
    created_at: new Date(nowMs - 120 * 86_400_000).toISOString(),
    context_length: context,
    ...(kind === "embedding" && { dimensions: 1024 }),
    architecture: architectureOf(model),
    pricing:
      first === undefined
        ? { prompt: "0", completion: "0" }
        : pricingOf(first.rates, first.source, asOf(first.source, nowMs)),
    top_provider: {
      ...{ is_moderated: false, context_length: context },
      max_completion_tokens: kind === "text" ? 16_384 : null,
    },
    per_request_limits: null,
    supported_parameters: [...parameters[kind]],
    ...{ default_parameters: null, supported_voices: null },
    links: { details: `/api/v1/models?kind=${kind}` },
  };
}

type Measured = Pick<
  Schema<"ModelEndpoint">,
  | "uptime_last_5m"
  | "uptime_last_30m"
  | "uptime_last_1d"
  | "latency_last_30m"
  | "throughput_last_30m"
  | "circuit"
>;

export function endpointRecord(
  model: SeededModel,
  endpoint: SeededEndpoint,
  measured: Measured,
  nowMs: number,
): Schema<"ModelEndpoint"> {
  const { provider, upstream, source, listed } = endpoint;
  const isText = model.kind === "text";
  const choice = { auto: isText, none: isText, required: isText, function: isText };
  return {
    ...{ name: `${provider} | ${model.id}`, model_id: model.id, model_name: model.name },
    ...{ provider_name: provider, tag: provider, upstream_model: upstream },
    context_length: model.context,
    max_completion_tokens: isText ? 16_384 : null,
    ...{ max_prompt_tokens: null, quantization: null },
    pricing: pricingOf(endpoint.rates, source, asOf(source, nowMs)),
    ...{ price_source: source, price_as_of: asOf(source, nowMs) },
    list_pricing: listed === undefined ? null : pricingOf(listed, "preset", asOf("preset", nowMs)),
    supported_parameters: [...parameters[model.kind]],
    supports_implicit_caching: isText && endpoint.rates.cached < endpoint.rates.input,
    supports_tool_choice: choice,
    data_collection: providers.find(({ slug }) => slug === provider)?.keepsNothing
      ? "deny"
      : "allow",
    status: { closed: 0, half_open: -1, open: -2 }[measured.circuit],
    ...measured,
  };
}

import { paidKinds } from "@portico/core/model-call/paid-tools";
import { readNetwork } from "@portico/core/rules/networks";
import { z } from "zod";
import { consoleSchema } from "./console-schema.ts";
import { guardrailsSchema } from "./guardrail-schema.ts";
import { keptSchemas } from "./kept-schemas.ts";
import { alertsSchema, exposedKeysSchema, notificationSchema } from "./notification-schema.ts";
import {
  count,
  dataCollection,
  milliseconds,
  modelId,
  oneOrMore,
  provider,
  timeouts,
} from "./provider-schema.ts";
import { canary, shadow } from "./try-out-schema.ts";

/** Decimal dollars as text, so that they are not rounded; a plain number is read as it is written. */
const dollars = z
  .union([z.string(), z.number()])
  .transform((value) => (typeof value === "number" ? plain(value) : value));

const rates = {
  input: dollars,
  output: dollars.optional(),
  cached_input: dollars.optional(),
  cache_write: dollars.optional(),
  /** Written to a cache that is kept for an hour. */
  cache_write_1h: dollars.optional(),
  /** Sound in files. */
  input_audio: dollars.optional(),
  reasoning: dollars.optional(),
};

const steppedRates = {
  ...rates,
  /** The rates of all tokens of a request with more input tokens than `above`. */
  steps: z.array(z.strictObject({ above: count, ...rates })).optional(),
};

const tierName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,31}$/, "a tier's name has lower-case letters, digits, _ and - only");

const price = z.strictObject({
  ...steppedRates,
  request: dollars.optional(),
  image: dollars.optional(),
  /** One search unit of a rerank model: a hundred documents. */
  search_unit: dollars.optional(),
  /** One call of a tool that runs at the vendor. */
  tools: z.partialRecord(z.enum(paidKinds), dollars).optional(),
  /** Service tiers that a request may ask for: `priority`, `flex`, in the vendor's words. */
  tiers: z.record(tierName, z.strictObject(steppedRates)).optional(),
});

const modality = z.enum(["text", "image", "file"]);

const network = z
  .string()
  .refine(
    (text) => readNetwork(text) !== null,
    "must be an address or a network in CIDR notation, such as 10.0.0.0/8",
  );

const endpoint = z.strictObject({
  provider: z.string().min(1),
  upstream_model: z.string().min(1),
  price,
  data_collection: dataCollection.optional(),
  /** Keeps nothing of what it is sent, not even to watch for abuse. */
  zero_data_retention: z.boolean().optional(),
  context_length: count.optional(),
  max_output_tokens: count.optional(),
  tokens_per_image: count.optional(),
  dimensions: count.optional(),
  family: z.string().min(1).optional(),
  abilities: z
    .strictObject({
      tools: z.boolean().optional(),
      images: z.boolean().optional(),
      files: z.boolean().optional(),
    })
    .optional(),
  supported_parameters: z.array(z.string()).optional(),
  token_bound: z.enum(["o200k_base", "cl100k_base", "bytes"]).optional(),
});

const tagName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,31}$/,
    "a tag's name has lower-case letters, digits, _ and - only, such as project",
  );

const aliasTarget = z.preprocess(
  (value) => (typeof value === "string" ? { model: value } : value),
  z.strictObject({
    model: modelId,
    weight: z.number().positive().max(1_000_000).default(1),
  }),
);

const model = z.strictObject({
  id: modelId,
  kind: z.enum(["embedding", "rerank", "text"]),
  name: z.string().min(1).optional(),
  description: z.string().optional(),
  created: z.int().min(0).optional(),
  context_length: count,
  max_output_tokens: count.optional(),
  /** The highest count of one picture. */
  tokens_per_image: count.optional(),
  dimensions: count.optional(),
  dimensions_adjustable: z.boolean().optional(),
  family: z.string().min(1).optional(),
  input_modalities: z.array(modality).min(1).optional(),
  too_long: z.enum(["reject", "truncate"]).optional(),
  /** A notice says so to callers: until when it is served, and what to use in its place. */
  deprecated: z.strictObject({ ends: z.iso.date().optional(), use: modelId.optional() }).optional(),
  endpoints: z.array(endpoint).min(1),
});

export const configurationSchema = z.strictObject({
  providers: z.record(z.string(), provider.nullable()).nullish(),
  models: z.array(model).nullish(),
  /** Other names of models, or of several by weight. */
  aliases: z.record(modelId, oneOrMore(aliasTarget)).nullish(),
  /** By the model or alias that requests ask for. */
  canaries: z.record(modelId, canary).nullish(),
  shadows: z.record(modelId, shadow).nullish(),
  /** `all` lists its models beside real ones. */
  sandbox: z.union([z.boolean(), z.literal("all")]).optional(),
  compatibility: z
    .strictObject({ incomplete_assistant_items: z.enum(["reject", "accept"]).default("reject") })
    .prefault({}),
  credits: z
    .strictObject({
      enforce: z.boolean().default(false),
      grants: z.enum(["operator", "management"]).default("operator"),
    })
    .prefault({}),
  byok: z.strictObject({ fallback: z.boolean().default(false) }).prefault({}),
  data_discount_percent: z.int().min(0).max(100).default(1),
  /** The names under which requests are tagged. */
  tags: z
    .array(tagName)
    .max(3, "there can be three names of tags at most")
    .refine((names) => new Set(names).size === names.length, "each name can stand there once")
    .default([]),
  timeouts: timeouts.optional(),
  limits: z
    .strictObject({
      body_bytes: z.int().min(1024).max(1_073_741_824).default(20_971_520),
      json_depth: z.int().min(8).max(1000).default(64),
      json_values: z.int().min(1000).max(10_000_000).default(100_000),
      embedding_inputs: count.default(2048),
      rerank_documents: count.default(2048),
      requests_per_minute: count.nullable().default(null),
      tokens_per_minute: count.nullable().default(null),
      requests_in_flight: count.default(4096),
      requests_in_flight_per_key: count.default(1024),
      body_bytes_in_flight: count.nullable().default(null),
      drain_ms: milliseconds.default(300_000),
      websocket: z.boolean().default(true),
      same_calls: z.int().min(2).nullable().default(null),
      hosted_tool_calls: z.int().min(1).max(100).default(5),
      hosted_tool_tokens: count.default(32_000),
    })
    .refine(holdsTwoBodies, {
      path: ["body_bytes_in_flight"],
      message: "must be at least twice limits.body_bytes",
    })
    .prefault({}),
  ...keptSchemas,
  routing: z
    .strictObject({
      failures_to_open: count.default(5),
      open_ms: milliseconds.default(30_000),
      no_attempt_after_ms: milliseconds.default(120_000),
      await_usage_ms: milliseconds.default(2_000),
    })
    .prefault({}),
  notifications: notificationSchema.prefault({}),
  alerts: alertsSchema.prefault({}),
  exposed_keys: exposedKeysSchema.prefault({}),
  guardrails: guardrailsSchema,
  proxy: z
    .strictObject({
      trust_forwarded_headers: z.boolean().default(false),
      trusted_proxies: z.array(network).default([]),
    })
    .prefault({}),
  console: consoleSchema.prefault({}),
  cors: z.strictObject({ origins: z.array(z.string().min(1)).default(["*"]) }).prefault({}),
});

/** One key gets three quarters of it, and a body of the largest size must fit into that. */
function holdsTwoBodies(limits: {
  readonly body_bytes: number;
  readonly body_bytes_in_flight: number | null;
}): boolean {
  const { body_bytes: one, body_bytes_in_flight: all } = limits;
  return all === null || all >= 2 * one;
}

export type ConfigurationFile = z.output<typeof configurationSchema>;
export type ModelEntry = z.output<typeof model>;
export type EndpointEntry = z.output<typeof endpoint>;
export type PriceEntry = z.output<typeof price>;
export type SteppedRatesEntry = Omit<
  PriceEntry,
  "request" | "image" | "search_unit" | "tools" | "tiers"
>;
export type RatesEntry = Omit<SteppedRatesEntry, "steps">;

/** `String` writes a small number like `1e-7`; prices are written as plain decimals. */
function plain(value: number): string {
  return /e/.test(String(value)) ? value.toFixed(12).replace(/0+$/, "") : String(value);
}

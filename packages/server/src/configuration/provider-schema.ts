import { z } from "zod";

/** A model's id, which callers write into requests, shells and addresses. */
export const modelId = z
  .string()
  .min(1)
  .max(200)
  .regex(
    /^[A-Za-z0-9][\w.:@+~-]*(\/[\w.:@+~-]+)*$/,
    "a model's id has letters, digits and . _ : @ + ~ - only, with / between vendor and name, such as acme/model-1",
  );

export const count = z.int().min(1);
export const milliseconds = z.int().min(1).max(86_400_000);
export const dataCollection = z.enum(["allow", "deny"]);

export const timeouts = z.strictObject({
  connect_ms: milliseconds.optional(),
  first_byte_ms: milliseconds.optional(),
  idle_ms: milliseconds.optional(),
  total_ms: milliseconds.optional(),
});

/** A file or a secret often ends with a line break, which no header can carry. */
const apiKey = z.string().trim().min(1);

const pooledKey = z.strictObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][\w.-]{0,63}$/,
      "a key's name has letters, digits, dots, hyphens and underscores only",
    ),
  api_key: apiKey,
  /** Its share of the sessions, against the weights of the others. */
  weight: z.number().positive().max(1_000_000).default(1),
  /** What each process asks by it at most. */
  requests_per_minute: count.optional(),
  tokens_per_minute: count.optional(),
});

/** A list, or its only item alone. */
export function oneOrMore<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(item).max(64));
}

export const provider = z.strictObject({
  kind: z.string().optional(),
  preset: z.string().optional(),
  base_url: z.url({ protocol: /^https?$/ }).optional(),
  api_key: apiKey.optional(),
  /** Several, in place of `api_key`. */
  api_keys: z.array(pooledKey).min(1).max(64).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  timeouts: timeouts.optional(),
  data_collection: dataCollection.optional(),
  zero_data_retention: z.boolean().optional(),
  /** Whether workspaces may bring credentials of their own for it. */
  byok: z.enum(["allow", "deny"]).optional(),
  /** Whether it may be given addresses of the web to fetch images and files from. */
  fetch_urls: z.boolean().optional(),
  /** Prefixes of addresses that every caller may have it read with the operator's credential. */
  allow_uris: z.array(z.string()).optional(),
  /** Whether the preset models of this vendor are offered. */
  preset_models: z.boolean().optional(),
  /** Patterns of the models that it serves of those that it lists itself. */
  models: oneOrMore(z.string().min(1).max(200)).optional(),
  /** Whether such a model may be called that has no price: for nothing. */
  unpriced: z.enum(["refuse", "allow"]).optional(),
  api: z.string().optional(),
  api_version: z.string().optional(),
  organization: z.string().optional(),
  project: z.string().optional(),
  region: z.string().optional(),
  location: z.string().optional(),
  token_url: z.string().optional(),
  access_key_id: z.string().optional(),
  secret_access_key: z.string().optional(),
  session_token: z.string().optional(),
  /** The cloud's own library finds the credential where the gateway runs. */
  credentials: z.enum(["default"]).optional(),
  /** The same, of one profile in the AWS tools' files. */
  profile: z.string().min(1).optional(),
  leave_out: z.array(z.string()).optional(),
  max_tokens_field: z.enum(["max_tokens", "max_completion_tokens"]).optional(),
  reasoning_tags: z.boolean().optional(),
  base64_embeddings: z.boolean().optional(),
  stream: z.boolean().optional(),
  extra_body: z.record(z.string(), z.unknown()).optional(),
  word_delay_ms: z.int().min(0).max(60_000).optional(),
  /** Further settings of this kind. */
  options: z.record(z.string(), z.unknown()).optional(),
});

export type PooledKeyEntry = z.output<typeof pooledKey>;
export type ProviderEntry = z.output<typeof provider>;
export type TimeoutsEntry = z.output<typeof timeouts>;

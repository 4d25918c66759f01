import type { Portico } from "@portico/client";
import { suggest } from "@portico/contract/suggest";
import { matchesAny } from "@portico/core/rules/patterns";
import {
  choice,
  dollars,
  flag,
  listOrNone,
  onOff,
  orNone,
  pair,
  type Values,
  wholeNumber,
} from "../shell/inputs.ts";
import { largestPage } from "../shell/page-size.ts";

/** The flags for the rights of a key. `none` takes a right's restriction away. */
export const rights = {
  allowed_models: listOrNone(
    "--allow-model <pattern...>",
    'models that it may use, such as "openai/*"; "none"',
  ),
  allowed_providers: listOrNone(
    "--allow-provider <pattern...>",
    'providers that may serve it; "none"',
  ),
  data_collection: choice("--data-collection <word>", "deny: only providers that collect no data", [
    "allow",
    "deny",
    null,
  ]),
  zero_data_retention: flag(
    "--zero-data-retention <on|off>",
    "on: only providers that keep nothing",
    onOff,
  ),
  requires_end_user: pair(
    "require-end-user",
    "refuse requests that name no end user",
    "serve them too",
  ),
  max_output_tokens: flag(
    "--max-output-tokens <n>",
    'the most output tokens of a request; "none"',
    orNone(wholeNumber),
  ),
  max_requests_in_flight: flag(
    "--max-in-flight <n>",
    'the most requests at a time; "none"',
    orNone(wholeNumber),
  ),
  session_budget: flag(
    "--session-budget <usd>",
    'what each of its sessions may spend, in US dollars; "none"',
    orNone(dollars),
  ),
  allowed_networks: listOrNone("--network <cidr...>", 'networks from which it may be used; "none"'),
  scope: choice("--scope <scope>", "what a management key may call", ["all", "read_only", "spend"]),
};

/**
 * Tells which of the models and providers that a key may use are not there. A pattern may be meant for what is
 * configured later, so it is no mistake; a slip of the pen would else be found by the key's holder.
 */
export async function warnOfRights(
  gateway: Portico,
  { allowed_models: models, allowed_providers: providers }: Values<typeof rights>,
): Promise<readonly string[]> {
  return [
    ...(await unknown("model", models, () => modelsOf(gateway))),
    ...(await unknown("provider", providers, () => providersOf(gateway))),
  ];
}

async function unknown(
  thing: string,
  patterns: readonly string[] | null | undefined,
  read: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (patterns === undefined || patterns === null) return [];
  // The key is made: what cannot be read is no reason to fail.
  const known = await read().catch(() => null);
  if (known === null) return [];
  return patterns
    .filter((pattern) => !known.some((name) => matchesAny([pattern], name)))
    .map((pattern) => warning(thing, pattern, known));
}

function warning(thing: string, pattern: string, known: readonly string[]): string {
  const meant = suggest(pattern, known);
  const advice = meant === null ? "" : ` Did you mean "${meant}"?`;
  return `Warning: the gateway has no ${thing} that fits "${pattern}".${advice}`;
}

async function modelsOf({ models }: Portico): Promise<readonly string[]> {
  return (await models.list({ limit: largestPage }).toArray()).map(({ id }) => id);
}

async function providersOf({ providers }: Portico): Promise<readonly string[]> {
  return (await providers.list()).data.map(({ slug }) => slug);
}

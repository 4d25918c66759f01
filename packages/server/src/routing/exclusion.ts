import { matchesAny } from "@portico/core/rules/patterns";
import { ratesOf } from "../money/rates.ts";
import type { Abilities, Endpoint, Model } from "./catalog.ts";
import type { Preferences } from "./preferences.ts";

/** What decides whether an endpoint may serve a request. */
export interface ExclusionInput {
  readonly preferences: Preferences;
  /** Of the key; absent, they restrict nothing. */
  readonly rights?: RoutingRights;
  /** What the request contains: an endpoint without such an ability is left out. */
  readonly needs: Partial<Abilities>;
  /** Names of the request's optional parameters, for `require_parameters`. */
  readonly parameters: readonly string[];
  /** The requested service tier: where it has a price, that price must not exceed `max_price`. */
  readonly serviceTier?: string | undefined;
  readonly byokProviders: ReadonlySet<string>;
  readonly keylessProviders: ReadonlySet<string>;
}

/** The rights of a key that exclude providers. */
export interface RoutingRights {
  /** Patterns; null allows all. */
  readonly allowedProviders: readonly string[] | null;
  readonly dataCollection: "allow" | "deny" | null;
  readonly zeroDataRetention: boolean;
}

/** An endpoint that was left out, and the rule that excludes it, for the error message. */
export interface Exclusion {
  readonly provider: string;
  readonly rule: keyof typeof reasons;
  /** For a rule about addresses: where the request has the address. */
  readonly place?: string;
}

const reasons = {
  only: "`provider.only` does not name it",
  ignore: "`provider.ignore` names it",
  order: "`provider.order` does not name it and `provider.allow_fallbacks` is false",
  data_collection:
    '`provider.data_collection` is "deny" and it may store or train on what it is sent',
  zdr: "`provider.zdr` is true and the operator does not say that it keeps nothing",
  max_price: "it is dearer than `provider.max_price`",
  require_parameters:
    "`provider.require_parameters` is true and it does not support every parameter of this request",
  abilities: "it cannot process what this request contains",
  fetch_urls:
    "it is in the operator's own network and fetches no addresses unless the operator says `fetch_urls: true` for it",
  allow_uris:
    "it would read that address with the operator's credential; bring your own (BYOK), or ask the operator to list the address under `allow_uris`",
  credential:
    "the operator has no credential for it and this workspace has not brought one (portico byok add)",
  "key.allowed_providers": "the key may not use it",
  "key.data_collection":
    'the key\'s `data_collection` is "deny" and it may store or train on what it is sent',
  "key.zero_data_retention":
    "the key's `zero_data_retention` is true and the operator does not say that it keeps nothing",
} as const;

/** In front of the rules of the key's rights. */
const ofKey = "key.";

/** The first rule that excludes the endpoint, or null where it may serve. */
export function exclusionOf(endpoint: Endpoint, input: ExclusionInput): Exclusion | null {
  const rule =
    namesRule(endpoint.provider.toLowerCase(), input.preferences) ??
    termsRule(endpoint, input) ??
    abilitiesRule(endpoint, input) ??
    credentialRule(endpoint, input) ??
    // Last: where one of these is the rule, the endpoint would serve the request of another key.
    rightsRule(endpoint, input);
  return rule === null ? null : { provider: endpoint.provider, rule };
}

function namesRule(name: string, preferences: Preferences): Exclusion["rule"] | null {
  const { only, ignore, order, allowFallbacks } = preferences;
  if (only !== null && !only.includes(name)) return "only";
  if (ignore.includes(name)) return "ignore";
  if (!allowFallbacks && order.length > 0 && !order.includes(name)) return "order";
  return null;
}

function termsRule(
  endpoint: Endpoint,
  { preferences, parameters, serviceTier }: ExclusionInput,
): Exclusion["rule"] | null {
  if (preferences.denyDataCollection && endpoint.dataCollection !== "deny")
    return "data_collection";
  if (preferences.zeroDataRetention && endpoint.zeroDataRetention !== true) return "zdr";
  const { maxInputPicousd, maxOutputPicousd } = preferences;
  const tooDear = [
    ratesOf(endpoint.price, 0, undefined),
    ratesOf(endpoint.price, 0, serviceTier),
  ].some(
    ({ inputPicousd, outputPicousd }) =>
      inputPicousd > (maxInputPicousd ?? inputPicousd) ||
      outputPicousd > (maxOutputPicousd ?? outputPicousd),
  );
  if (tooDear) return "max_price";
  const supportsAll = parameters.every((name) => endpoint.supportedParameters.includes(name));
  return preferences.requireParameters && !supportsAll ? "require_parameters" : null;
}

function abilitiesRule(endpoint: Endpoint, { needs }: ExclusionInput): Exclusion["rule"] | null {
  const { abilities } = endpoint;
  const lacks =
    (needs.tools === true && !abilities.tools) ||
    (needs.images === true && !abilities.images) ||
    (needs.files === true && !abilities.files);
  return lacks ? "abilities" : null;
}

function credentialRule(
  { provider }: Endpoint,
  { byokProviders, keylessProviders }: ExclusionInput,
): Exclusion["rule"] | null {
  return keylessProviders.has(provider) && !byokProviders.has(provider) ? "credential" : null;
}

function rightsRule(
  endpoint: Endpoint,
  { rights }: Pick<ExclusionInput, "rights">,
): Exclusion["rule"] | null {
  if (rights === undefined) return null;
  const { allowedProviders, dataCollection, zeroDataRetention } = rights;
  if (allowedProviders !== null && !matchesAny(allowedProviders, endpoint.provider))
    return "key.allowed_providers";
  if (dataCollection === "deny" && endpoint.dataCollection !== "deny") return "key.data_collection";
  if (zeroDataRetention && endpoint.zeroDataRetention !== true) return "key.zero_data_retention";
  return null;
}

/** The right, by its name on the wire, that excludes an endpoint which no other rule excludes. */
export function rightThatExcludes(exclusions: readonly Exclusion[]): string | null {
  const found = exclusions.find(({ rule }) => rule.startsWith(ofKey));
  return found?.rule.slice(ofKey.length) ?? null;
}

/** Whether the rights of a key leave this endpoint to it. */
export function mayServe(endpoint: Endpoint, rights: RoutingRights): boolean {
  return rightsRule(endpoint, { rights }) === null;
}

/** Why no endpoint is left: one sentence where one rule excluded all, else one clause per provider. */
export function explainExclusions(model: Model, exclusions: readonly Exclusion[]): string {
  const [first] = exclusions;
  if (first === undefined) return `No provider serves the model ${model.id}.`;
  if (exclusions.every(({ rule }) => rule === "data_collection"))
    return `The data policy excludes every provider of ${model.id}: none of them promises not to store or train on what it is sent ("data_collection": "deny").`;
  return `No provider of ${model.id} satisfies this request. ${clausesOf(exclusions)}.`;
}

/** The same for an address in the request that none of the remaining providers may be given. */
export function explainLink(place: string, exclusions: readonly Exclusion[]): string {
  return `${place} cannot be used: send the content itself, as a data URL. ${clausesOf(exclusions)}.`;
}

function clausesOf(exclusions: readonly Exclusion[]): string {
  const clauses = exclusions.map(({ provider, rule }) => `${provider}: ${reasons[rule]}`);
  return [...new Set(clauses)].join("; ");
}

import { modelOfOtherKind } from "@portico/core/rules/models";
import { GatewayError } from "../errors.ts";
import type { ProviderSort } from "../model-call/endpoint-facts.ts";
import { meantBy } from "./aliases.ts";
import type { Abilities, Candidate, Catalog, Endpoint, Model } from "./catalog.ts";
import {
  type Exclusion,
  exclusionOf,
  explainExclusions,
  explainLink,
  type RoutingRights,
  rightThatExcludes,
} from "./exclusion.ts";
import type { KnownHealth } from "./health.ts";
import { type Link, type LinkRules, linkFault } from "./links.ts";
import type { Preferences } from "./preferences.ts";
import { type Chance, ranked } from "./ranking.ts";
import { unknownModel, unknownProviders } from "./unknown-names.ts";

export interface CandidatesInput {
  readonly catalog: Catalog;
  readonly modelId: string;
  readonly kind: Model["kind"];
  readonly preferences: Preferences;
  /** Of the key; absent, they restrict nothing. */
  readonly rights?: RoutingRights;
  /** The workspace's `default_provider_sort`. */
  readonly workspaceSort: ProviderSort | null;
  readonly health: KnownHealth;
  /** Providers for which the workspace has a credential of its own. */
  readonly byokProviders: ReadonlySet<string>;
  /** Providers without a credential of the operator: only workspaces with their own credential can use them. */
  readonly keylessProviders: ReadonlySet<string>;
  /** True: the operator's credential is tried after the workspace's own has failed. */
  readonly byokFallback: boolean;
  /** Abilities that the request's content needs of an endpoint. */
  readonly needs: Partial<Abilities>;
  /** The addresses in the request that an upstream would read. */
  readonly links: readonly Link[];
  /** Keyed by provider. */
  readonly linkRules: ReadonlyMap<string, LinkRules>;
  /** Names of the request's optional parameters, for `require_parameters`. */
  readonly parameters: readonly string[];
  /** The service tier that the request asks for. */
  readonly serviceTier?: string | undefined;
  readonly chance: Chance;
}

/** No endpoint may serve the request as configured; a credential of the workspace may change that. */
export class NoCandidate extends GatewayError {}

/**
 * The endpoints that may serve a request, in the order in which they are asked. Pure: the same input, the same list.
 * Never empty: throws modelNotFound, badRequest, or NoCandidate, which lists the rules that excluded the endpoints.
 * All come from the one requested model, so an embedding never leaves its vector family.
 */
export function candidates(input: CandidatesInput): Candidate[] {
  const model = findModel(input);
  refuseImpossible(model, input.needs);
  const exclusions: Exclusion[] = [];
  const allowed = model.endpoints.filter((endpoint) => {
    const exclusion = exclusionOf(endpoint, input);
    if (exclusion !== null) exclusions.push(exclusion);
    return exclusion === null;
  });
  const list = inOrder(allowed, input)
    .flatMap((endpoint) => asCandidates(model, endpoint, input))
    .filter((candidate) => mayRead(candidate, input, exclusions));
  if (list.length === 0) throw noCandidate(model, exclusions, input);
  const { order, allowFallbacks } = input.preferences;
  return allowFallbacks || order.length > 0 ? list : list.slice(0, 1);
}

export function findModel({
  catalog,
  modelId,
  kind,
}: Pick<CandidatesInput, "catalog" | "modelId" | "kind">): Model {
  const model = catalog.models.get(modelId) ?? catalog.models.get(meantBy(catalog, modelId)[0]);
  if (model === undefined) throw unknownModel(catalog, modelId, kind);
  if (model.kind !== kind) throw modelOfOtherKind({ id: modelId, kind: model.kind }, kind);
  return model;
}

/** Content that no provider of the model can process is an error of the request (400), not of the providers. */
function refuseImpossible(model: Model, needs: Partial<Abilities>): void {
  const lacking = (["images", "files", "tools"] as const).filter(
    (need) => needs[need] === true && !model.endpoints.some(({ abilities }) => abilities[need]),
  );
  if (lacking.length > 0 && model.endpoints.length > 0)
    throw new GatewayError("badRequest", {
      message: `The model ${model.id} does not support ${lacking.join(" or ")}.`,
    });
}

function noCandidate(
  model: Model,
  exclusions: readonly Exclusion[],
  { preferences, rights }: Pick<CandidatesInput, "preferences" | "rights">,
): NoCandidate {
  const providers = model.endpoints.map(({ provider }) => provider);
  const unknown = unknownProviders(preferences, providers, "of the model");
  const excluded = exclusions.map((exclusion) => ({ ...exclusion }));
  const place = exclusions.find((exclusion) => exclusion.place !== undefined)?.place;
  if (place !== undefined)
    return new NoCandidate("badRequest", {
      message: explainLink(place, exclusions),
      metadata: { field: place, model: model.id, excluded },
    });
  const right = rightThatExcludes(exclusions);
  const allowed = right === "allowed_providers" ? { allowed: rights?.allowedProviders } : {};
  return new NoCandidate(right === null ? "noProvider" : "notAllowed", {
    message: [explainExclusions(model, exclusions), unknown].join(" ").trim(),
    metadata: { ...(right !== null && { right, ...allowed }), model: model.id, excluded },
  });
}

/** Returns true if the upstream may read every address of the request with this candidate's credential. */
function mayRead(
  { endpoint: { provider }, byok }: Candidate,
  { links, linkRules }: CandidatesInput,
  exclusions: Exclusion[],
): boolean {
  const rules = linkRules.get(provider);
  for (const link of links) {
    const rule = linkFault(link, rules, byok);
    if (rule === null) continue;
    exclusions.push({ provider, rule, place: link.place });
    return false;
  }
  return true;
}

/** The providers of the caller's `order` first, in that order; then the rest by the sort in force. */
function inOrder(allowed: readonly Endpoint[], input: CandidatesInput): Endpoint[] {
  const { order, sort } = input.preferences;
  const { health, byokProviders, chance, workspaceSort } = input;
  const ranking = { sort: sort ?? workspaceSort, health, byokProviders, chance };
  if (order.length === 0) return ranked(allowed, ranking);
  const isNamed = ({ provider }: Endpoint) => order.includes(provider.toLowerCase());
  const named = order.flatMap((name) =>
    ranked(
      allowed.filter(({ provider }) => provider.toLowerCase() === name),
      ranking,
    ),
  );
  const rest = allowed.filter((endpoint) => !isNamed(endpoint));
  return [...named, ...ranked(rest, ranking)];
}

function asCandidates(model: Model, endpoint: Endpoint, input: CandidatesInput): Candidate[] {
  const { provider } = endpoint;
  if (!input.byokProviders.has(provider)) return [{ model, endpoint, byok: false }];
  const own = { model, endpoint, byok: true };
  return input.byokFallback && !input.keylessProviders.has(provider)
    ? [own, { model, endpoint, byok: false }]
    : [own];
}

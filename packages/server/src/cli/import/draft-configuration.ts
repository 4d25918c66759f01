import { presetModels } from "../../configuration/presets/prices-2026-09.ts";
import type { Deployment, Imported } from "./imported.ts";
import {
  isVendor,
  listsModels,
  type NamedProvider,
  nameProviders,
  type ProviderDraft,
} from "./name-providers.ts";

/** A portico.yaml as plain values, and what an operator has to know of it. */
export interface Draft {
  readonly providers: Record<string, ProviderDraft>;
  readonly models: ModelDraft[];
  readonly aliases: Record<string, Target[]>;
  readonly notes: string[];
}

interface ModelDraft {
  readonly id: string;
  readonly [field: string]: unknown;
}

interface Target {
  readonly model: string;
  readonly weight?: number;
}

/** Where the other file does not say it. */
const assumedContext = 131_072;

export function draftConfiguration({ deployments, aliases, notes }: Imported): Draft {
  const known = deployments.filter(({ vendor }) => isVendor(vendor));
  const draft: Draft = { providers: {}, models: [], aliases: {}, notes: [...notes] };
  for (const { name, vendor } of deployments)
    if (!isVendor(vendor))
      draft.notes.push(`${name}: Portico has no vendor "${vendor}": left out.`);
  for (const [name, targets] of placeModels(draft, nameProviders(known)))
    placeAlias(draft, name, targets);
  for (const [alias, name] of aliases)
    draft.aliases[alias] = draft.aliases[name] ?? [{ model: name }];
  return draft;
}

/** By what callers ask for: the ids that serve it, with their weights. */
function placeModels(
  draft: Draft,
  providers: readonly NamedProvider[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const targets = new Map<string, Map<string, number>>();
  for (const provider of providers) {
    draft.providers[provider.name] = provider.entry;
    for (const deployment of provider.deployments) {
      const id = placeModel(draft, provider, deployment);
      if (id === null) continue;
      const its = targets.get(deployment.name) ?? new Map<string, number>();
      its.set(id, (its.get(id) ?? 0) + (deployment.weight ?? 1));
      targets.set(deployment.name, its);
    }
  }
  return targets;
}

/** The id under which the new file serves it; null for a pattern, which has none of its own. */
function placeModel(
  draft: Draft,
  { name: provider, entry }: NamedProvider,
  deployment: Deployment,
): string | null {
  const { name, upstreamModel, price } = deployment;
  if (upstreamModel.includes("*") && listsModels(deployment.vendor)) {
    serve(entry, upstreamModel);
    if (name !== `${provider}/${upstreamModel}`)
      draft.notes.push(`${name}: asked for as ${provider}/${upstreamModel} here.`);
    return null;
  }
  const isAtHome = entry["base_url"] === undefined;
  const preset = presetModels.find(({ endpoints }) =>
    endpoints.some(
      ({ vendor, upstreamModel: its }) => vendor === deployment.vendor && its === upstreamModel,
    ),
  );
  if (price === undefined && isAtHome && preset !== undefined) return preset.id;
  const id = `${provider}/${upstreamModel}`;
  if (price !== undefined) {
    if (!draft.models.some((model) => model.id === id))
      draft.models.push(modelOf(id, provider, deployment, price));
    return id;
  }
  if (!listsModels(deployment.vendor)) {
    draft.notes.push(
      `${name}: no price is known for ${id}: write the model, with its price, under models.`,
    );
    return null;
  }
  serve(entry, upstreamModel);
  if (!isFree(entry, deployment))
    draft.notes.push(
      `${name}: no price is known for ${id}, so calls are refused. Write one under models, or "unpriced: allow" at the provider ${provider}.`,
    );
  return id;
}

function serve(entry: ProviderDraft, pattern: string): void {
  if (entry.models?.includes(pattern) !== true) entry.models = [...(entry.models ?? []), pattern];
}

/** As the gateway sees it: a server of one's own that asks for no key. */
function isFree({ api_key, api_keys }: ProviderDraft, { vendor, settings }: Deployment): boolean {
  const isOwn = ["ollama", "vllm", "lmstudio", "llamacpp"].includes(vendor);
  const isLocal = /\/\/(localhost|127\.|10\.|192\.168\.|[^./]+(:|\/|$))/.test(
    settings["base_url"] ?? "",
  );
  return isOwn || (isLocal && api_key === undefined && api_keys === undefined);
}

function modelOf(
  id: string,
  provider: string,
  { kind, upstreamModel, contextLength = assumedContext, maxOutputTokens, dimensions }: Deployment,
  given: Readonly<Record<string, string>>,
): ModelDraft {
  const price = { input: "0", ...(kind === "text" && { output: "0" }), ...given };
  return {
    id,
    kind,
    context_length: contextLength,
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...(kind === "embedding" && dimensions !== undefined && { dimensions }),
    endpoints: [{ provider, upstream_model: upstreamModel, price }],
  };
}

function placeAlias(draft: Draft, name: string, targets: ReadonlyMap<string, number>): void {
  const [first, ...more] = targets.keys();
  if (first === undefined || (more.length === 0 && first === name)) return;
  const isTaken =
    presetModels.some(({ id }) => id === name) || draft.models.some(({ id }) => id === name);
  if (isTaken) {
    draft.notes.push(`${name}: is the id of a model here. Ask for ${[first, ...more].join(", ")}.`);
    return;
  }
  draft.aliases[name] = [...targets].map(([model, weight]) => ({
    model,
    ...(targets.size > 1 && { weight }),
  }));
}

import { vendors } from "../../configuration/presets/vendors.ts";
import { factsOf, isKind } from "../../providers/facts.ts";
import { presets } from "../../providers/openai/facts.ts";
import type { Deployment } from "./imported.ts";

/** A provider of the new file, with the deployments that it serves. */
export interface NamedProvider {
  readonly name: string;
  readonly entry: ProviderDraft;
  readonly deployments: readonly Deployment[];
}

export interface ProviderDraft {
  kind?: string;
  preset?: string;
  api_key?: string;
  api_keys?: readonly KeyDraft[];
  models?: string[];
  [setting: string]: unknown;
}

interface KeyDraft {
  readonly name: string;
  readonly api_key: string;
  readonly weight?: number;
}

/** Whether Portico has this vendor: an own kind, or a preset of OpenAI's dialect. */
export function isVendor(vendor: string): boolean {
  return isKind(vendor) || Object.hasOwn(presets, vendor);
}

export function listsModels(vendor: string): boolean {
  return factsOf(isKind(vendor) ? vendor : "openai-compatible")?.lists === true;
}

/**
 * One provider for each vendor, address and set of models: keys that serve the same are a pool. A key that serves other
 * models gets a provider of its own, because every key of a provider serves all its models.
 */
export function nameProviders(deployments: readonly Deployment[]): readonly NamedProvider[] {
  const places = Map.groupBy(deployments, ({ vendor, settings }) =>
    JSON.stringify([vendor, Object.entries(settings).toSorted()]),
  );
  const taken = new Set<string>();
  return [...places.values()].flatMap((ofPlace) => {
    const byKey = Map.groupBy(ofPlace, ({ apiKey = "" }) => apiKey);
    const alike = Map.groupBy(byKey.values(), servedBy);
    return [...alike.values()].map((keys) => provider(keys, taken));
  });
}

function servedBy(deployments: readonly Deployment[]): string {
  const served = deployments.map(({ name, upstreamModel }) => `${name} ${upstreamModel}`);
  return [...new Set(served)].toSorted().join("\n");
}

function provider(keys: readonly (readonly Deployment[])[], taken: Set<string>): NamedProvider {
  const deployments = keys.flat();
  const [{ vendor, settings }] = deployments as [Deployment, ...Deployment[]];
  const name = freeName(
    vendor === "openai-compatible" ? hostOf(settings["base_url"]) : vendor,
    taken,
  );
  taken.add(name);
  return {
    name,
    entry: { ...kindOf(vendor, name), ...settings, ...keysOf(keys, vendor) },
    deployments,
  };
}

function kindOf(vendor: string, name: string): ProviderDraft {
  if (name === vendor && Object.hasOwn(vendors, name)) return {};
  return isKind(vendor) ? { kind: vendor } : { kind: "openai-compatible", preset: vendor };
}

function keysOf(keys: readonly (readonly Deployment[])[], vendor: string): ProviderDraft {
  const stated = keys.flatMap(([first]) =>
    first?.apiKey === undefined ? [] : [{ ...first, apiKey: first.apiKey }],
  );
  const [only, ...more] = stated;
  if (only === undefined)
    return isKeyedVendor(vendor) ? { api_key: `\${${usualName(vendor)}}` } : {};
  if (more.length === 0) return { api_key: only.apiKey };
  const names = new Set<string>();
  return {
    api_keys: stated.map(({ apiKey, keyName, keyWeight, weight = keyWeight }, place) => {
      const name = freeName(keyName?.replace(/[^\w.-]+/g, "-") ?? `key-${place + 1}`, names);
      names.add(name);
      return { name, api_key: apiKey, ...(weight !== undefined && { weight }) };
    }),
  };
}

/** Clouds have credentials of other forms, which stand in `settings`. */
function isKeyedVendor(vendor: string): boolean {
  if (vendor === "bedrock" || vendor === "vertex") return false;
  return factsOf(vendor)?.isKeyed === true || presets[vendor]?.isKeyed === true;
}

/** Where both gateways look by themselves: OPENAI_API_KEY. */
function usualName(vendor: string): string {
  return `${vendor.replaceAll("-", "_").toUpperCase()}_API_KEY`;
}

function hostOf(url: string | undefined): string {
  const host = url !== undefined && URL.canParse(url) ? new URL(url).hostname : "server";
  return host.replace(/[^a-z0-9.-]+/gi, "-").replace(/^[-.]+|[-.]+$/g, "") || "server";
}

export function freeName(wanted: string, taken: { has(name: string): boolean }): string {
  let name = wanted;
  for (let next = 2; taken.has(name); next += 1) name = `${wanted}-${next}`;
  return name;
}

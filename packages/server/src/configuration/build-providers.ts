import { hint, suggest } from "@portico/contract/suggest";
import type { Problem } from "@portico/core/configuration/source";
import { factsOf, providerKinds } from "../providers/facts.ts";
import type { PooledCredential, ProviderSettings } from "../providers/provider.ts";
import type { Timeouts } from "../upstream/request.ts";
import { buildLinkRules } from "./build-link-rules.ts";
import type { BuiltProvider } from "./built-provider.ts";
import { checkCarried, checkCloudCredentials, checkPool } from "./check-credentials.ts";
import { discoveryOf } from "./discovery.ts";
import type { Path, SourceDocument } from "./document.ts";
import { nameOf } from "./explain.ts";
import { isKeyed, isKeyless, takesByok } from "./needs-key.ts";
import { sandboxProvider } from "./presets/sandbox.ts";
import { type Vendor, vendors } from "./presets/vendors.ts";
import type { PooledKeyEntry, ProviderEntry, TimeoutsEntry } from "./provider-schema.ts";
import type { ConfigurationFile } from "./schema.ts";

type Report = (path: Path, message: string) => void;

const patientTimeouts: Timeouts = {
  connectMs: 5_000,
  firstByteMs: 120_000,
  idleMs: 60_000,
  totalMs: 600_000,
};

export function buildProviders(
  file: ConfigurationFile,
  source: SourceDocument,
  problems: Problem[],
): BuiltProvider[] {
  const report: Report = (path, message) =>
    problems.push({
      ...source.placeOf(path),
      message: `${nameOf(path)}: ${message}`,
    });
  const built = Object.entries(file.providers ?? {}).map(([name, entry]) =>
    buildProvider(name, entry ?? {}, file.timeouts, report),
  );
  const wantsSandbox = file.sandbox !== false;
  const hasSandbox = built.some(({ settings }) => settings.kind === sandboxProvider);
  return wantsSandbox && !hasSandbox
    ? [...built, buildProvider(sandboxProvider, { kind: sandboxProvider }, undefined, report)]
    : built;
}

function buildProvider(
  name: string,
  entry: ProviderEntry,
  timeouts: TimeoutsEntry | undefined,
  report: Report,
): BuiltProvider {
  const presetName = entry.preset ?? (Object.hasOwn(vendors, name) ? name : undefined);
  const kind = entry.kind ?? vendors[presetName ?? ""]?.kind;
  const vendorName = vendorOf(presetName, kind);
  const vendor = vendors[vendorName ?? ""];
  const baseUrl = entry.base_url ?? vendor?.baseUrl;
  const isSomewhere = baseUrl !== undefined || entry.preset !== undefined;
  checkNames(name, entry, kind, report);
  checkAddress(name, kind, isSomewhere, report);
  const reportHere: Report = (path, message) => report(["providers", name, ...path], message);
  checkCarried(entry, reportHere);
  checkCloudCredentials(entry, kind, reportHere);
  checkPool(entry, reportHere);
  const keyless = isKeyless(entry, kind, vendor);
  const needs = { keyless, isKeyed: isKeyed(entry, kind, vendor), kind, baseUrl };
  return {
    settings: {
      name,
      kind: kind ?? "",
      ...whereAndWho(entry, baseUrl),
      timeouts: mergeTimeouts(timeouts, entry.timeouts),
      options: optionsOf(entry, kind === "openai-compatible" ? vendorName : entry.preset),
    },
    vendor: atHome(entry, vendor) ? vendorName : null,
    keyless,
    takesByok: takesByok(entry, needs),
    ...discoveryOf(entry, { ...needs, isOwnKind: vendor?.isKeyed === false }, reportHere),
    links: buildLinkRules(entry, { kind, baseUrl }, reportHere),
    dataCollection: kind === sandboxProvider ? "deny" : entry.data_collection,
    zeroDataRetention: kind === sandboxProvider || entry.zero_data_retention === true,
  };
}

function checkAddress(
  name: string,
  kind: string | undefined,
  isSomewhere: boolean,
  report: Report,
): void {
  if (!isSomewhere && addresslessKinds.has(kind ?? ""))
    report(["providers", name], `needs a base_url, as there is no preset for ${kind} "${name}".`);
}

/** Kinds that have no address of their own. */
const addresslessKinds: ReadonlySet<string> = new Set(["openai-compatible", "azure"]);

function whereAndWho(
  { api_key: apiKey, api_keys: pool, headers }: ProviderEntry,
  baseUrl: string | undefined,
): Pick<ProviderSettings, "baseUrl" | "apiKey" | "pool" | "headers"> {
  return {
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, "") }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(pool === undefined ? {} : { pool: pool.map(toPooled) }),
    ...(headers === undefined ? {} : { headers }),
  };
}

function toPooled(key: PooledKeyEntry): PooledCredential {
  return {
    name: key.name,
    apiKey: key.api_key,
    weight: key.weight,
    requestsPerMinute: key.requests_per_minute ?? null,
    tokensPerMinute: key.tokens_per_minute ?? null,
  };
}

function checkNames(
  name: string,
  entry: ProviderEntry,
  kind: string | undefined,
  report: Report,
): void {
  const path = ["providers", name];
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(name))
    report(path, "a provider's name has letters, digits, dots, hyphens and underscores only.");
  if (kind === undefined) {
    const meant = suggest(name, Object.keys(vendors));
    const advice = meant === null ? "" : ` Did you mean "${meant}"?`;
    report(path, `needs a kind: one of ${providerKinds.join(", ")}.${advice}`);
  } else if (factsOf(kind) === undefined)
    report([...path, "kind"], `there is no kind "${kind}".${hint(kind, providerKinds)}`);
  if (entry.preset !== undefined && !Object.hasOwn(vendors, entry.preset))
    report(
      [...path, "preset"],
      `there is no preset "${entry.preset}".${hint(entry.preset, Object.keys(vendors))}`,
    );
}

/** A kind is its own preset; a compatible server's preset is named by `preset` or by the provider's name. */
function vendorOf(presetName: string | undefined, kind: string | undefined): string | null {
  if (kind === sandboxProvider) return sandboxProvider;
  if (presetName !== undefined && vendors[presetName]?.kind === kind) return presetName;
  return kind !== undefined && vendors[kind]?.kind === kind ? kind : null;
}

/** Preset prices and models apply at the vendor's own hosts, not at other servers of the same dialect. */
function atHome(entry: ProviderEntry, vendor: Vendor | undefined): boolean {
  if (entry.preset_models === false) return false;
  if (entry.base_url === undefined) return true;
  return vendor?.hosts.includes(new URL(entry.base_url).host) ?? false;
}

function mergeTimeouts(...entries: readonly (TimeoutsEntry | undefined)[]): Timeouts {
  return entries.reduce<Timeouts>(
    (merged, entry) => ({
      connectMs: entry?.connect_ms ?? merged.connectMs,
      firstByteMs: entry?.first_byte_ms ?? merged.firstByteMs,
      idleMs: entry?.idle_ms ?? merged.idleMs,
      totalMs: entry?.total_ms ?? merged.totalMs,
    }),
    patientTimeouts,
  );
}

const general: ReadonlySet<string> = new Set([
  "kind",
  "preset",
  "base_url",
  "api_key",
  "api_keys",
  "headers",
  "timeouts",
  "data_collection",
  "zero_data_retention",
  "byok",
  "fetch_urls",
  "allow_uris",
  "preset_models",
  "models",
  "unpriced",
  "options",
]);

function optionsOf(entry: ProviderEntry, preset: string | null | undefined): Options {
  const special = Object.entries(entry).filter(
    ([key, value]) => !general.has(key) && value !== undefined,
  );
  return {
    ...(preset === null || preset === undefined ? {} : { preset }),
    ...entry.options,
    ...Object.fromEntries(special),
  };
}

type Options = ProviderSettings["options"];

import type { Configuration } from "../../configuration/configuration.ts";
import { withLists } from "../../configuration/listed-models.ts";
import { checkProvider, type ProviderCheck } from "../../operations/catalogue/check-provider.ts";
import { createProvider } from "../../providers/index.ts";
import type { Provider, ProviderSettings } from "../../providers/provider.ts";
import { createUpstream, type Upstream } from "../../upstream/upstream.ts";
import { type Finding, failed, messageOf, ok, warning } from "./finding.ts";

/** Sends each provider a cheap request that needs its credential. */
export async function checkProviders(configuration: Configuration): Promise<readonly Finding[]> {
  const upstream = createUpstream();
  try {
    return await Promise.all(
      configuration.providers.map((settings) => check(settings, configuration, upstream)),
    );
  } finally {
    await upstream.close();
  }
}

const states = {
  accepted: ok,
  unchecked: ok,
  doubtful: warning,
  failed,
} as const satisfies Record<ProviderCheck["outcome"], unknown>;

async function check(
  settings: ProviderSettings,
  configuration: Configuration,
  upstream: Upstream,
): Promise<Finding> {
  const { keylessProviders, catalog } = configuration;
  const name = `provider ${settings.name}`;
  if (keylessProviders.has(settings.name))
    return warning(name, "has no api_key: it serves only workspaces that bring their own");
  try {
    const provider = createProvider(settings, upstream);
    const checked = await checkProvider(provider, catalog);
    const { outcome, failure, status, message } = checked;
    // What did not answer is looked for by its address.
    const isSilent = failure !== null && status === null && settings.baseUrl !== undefined;
    if (isSilent) return states[outcome](name, `${message} (${settings.baseUrl})`);
    const listed = outcome === "failed" ? "" : await listedBy(provider, configuration);
    return states[outcome](name, `${message}${listed}`);
  } catch (error) {
    return failed(name, messageOf(error));
  }
}

const listTimeoutMs = 15_000;
const mostNamed = 5;

/** What its own list brings, where the file asks for it. */
async function listedBy(
  provider: Provider,
  { catalog, discovering }: Configuration,
): Promise<string> {
  const its = discovering.filter(({ settings }) => settings.name === provider.name);
  if (its.length === 0 || provider.list === undefined) return "";
  const listed = await provider.list(AbortSignal.timeout(listTimeoutMs));
  const { models, unpriced = new Map() } = withLists(
    { catalog, discovering: its },
    new Map([[provider.name, listed]]),
  );
  const served = `; its list of ${listed.length} models adds ${models.size - catalog.models.size}`;
  if (unpriced.size === 0) return served;
  const named = [...unpriced.keys()].slice(0, mostNamed).join(", ");
  return `${served}, and ${unpriced.size} have no price and are refused (${named}${unpriced.size > mostNamed ? ", …" : ""})`;
}

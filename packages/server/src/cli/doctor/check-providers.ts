import type { Configuration } from "../../configuration/configuration.ts";
import { checkProvider, type ProviderCheck } from "../../operations/catalogue/check-provider.ts";
import { createProvider } from "../../providers/index.ts";
import type { ProviderSettings } from "../../providers/provider.ts";
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
  { keylessProviders, catalog }: Configuration,
  upstream: Upstream,
): Promise<Finding> {
  const name = `provider ${settings.name}`;
  if (keylessProviders.has(settings.name))
    return warning(name, "has no api_key: it serves only workspaces that bring their own");
  try {
    const checked = await checkProvider(createProvider(settings, upstream), catalog);
    const { outcome, failure, status, message } = checked;
    // What did not answer is looked for by its address.
    const isSilent = failure !== null && status === null && settings.baseUrl !== undefined;
    return states[outcome](name, isSilent ? `${message} (${settings.baseUrl})` : message);
  } catch (error) {
    return failed(name, messageOf(error));
  }
}

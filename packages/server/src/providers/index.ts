import { createAnthropic } from "./anthropic/anthropic.ts";
import { createOpenAiCompatible } from "./openai-compatible.ts";
import type { Provider, ProviderSettings } from "./provider.ts";
import { createSandbox } from "./sandbox.ts";
import type { Upstream } from "./upstream.ts";

type Factory = (settings: ProviderSettings, upstream: Upstream) => Provider;

/** Every kind that `portico.yaml` may name. */
const factories: Readonly<Record<string, Factory>> = {
  anthropic: createAnthropic,
  "openai-compatible": createOpenAiCompatible,
  sandbox: createSandbox,
};

export const providerKinds: readonly string[] = Object.keys(factories);

/** Makes the provider that the operator configured; an unknown kind is a mistake in the configuration. */
export function createProvider(settings: ProviderSettings, upstream: Upstream): Provider {
  const factory = Object.hasOwn(factories, settings.kind) ? factories[settings.kind] : undefined;
  if (factory === undefined) {
    throw new RangeError(`There is no provider kind "${settings.kind}".`);
  }
  return factory(settings, upstream);
}

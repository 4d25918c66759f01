import { differences } from "@portico/core/json/differences";
import type { Configuration } from "../configuration/configuration.ts";
import { type TakenOver, takeOver } from "../configuration/take-over.ts";
import type { Configured } from "../operations/create-gateway.ts";
import type { Gateway } from "../operations/gateway.ts";
import type { Provider, ProviderSettings } from "../providers/provider.ts";
import type { Catalog } from "../routing/catalog.ts";

export interface LiveGateway {
  /**
   * As configured now. A request keeps the one that it began with, so it never sees half a configuration, and is settled
   * at the prices of its hold.
   */
  gateway(): Gateway;
  /** Takes another configuration, for the requests that come from now on. */
  use(next: Configuration): TakenOver;
  /** The same configuration, with the models that its providers list now. */
  refresh(): void;
  /** The providers whose own lists are asked for. */
  discovering(): readonly Provider[];
}

export interface LiveParts {
  readonly start: Configuration;
  readonly makeGateway: (configured: Configured) => Gateway;
  readonly makeProvider: (settings: ProviderSettings) => Provider;
  /** Its own models, and those that its providers list. */
  readonly catalogOf: (configuration: Configuration) => Catalog;
}

interface Made {
  readonly settings: ProviderSettings;
  readonly provider: Provider;
}

/**
 * A new configuration makes another gateway of the same parts: nothing that a request holds ever changes. A provider of
 * unchanged settings stays the same object. One that is gone is dropped with the last request that has its gateway; its
 * idle connections close after seconds, as all do.
 */
export function createLiveGateway(parts: LiveParts): LiveGateway {
  const { start, makeGateway, makeProvider, catalogOf } = parts;
  let current = start;
  let made = new Map<string, Made>();
  const gatewayOf = (configuration: Configuration) => {
    made = new Map(
      configuration.providers.map((settings) => {
        const known = made.get(settings.name);
        const isSame = known !== undefined && differences(known.settings, settings).length === 0;
        const one = isSame ? known : { settings, provider: makeProvider(settings) };
        return [settings.name, one];
      }),
    );
    const providers = new Map([...made].map(([name, { provider }]) => [name, provider]));
    current = configuration;
    const catalog = catalogOf(configuration);
    return makeGateway({ configuration: { ...configuration, catalog }, providers });
  };
  let gateway = gatewayOf(start);
  return {
    gateway: () => gateway,
    use(next) {
      const taken = takeOver({ start, current }, next);
      gateway = gatewayOf(taken.configuration);
      return taken;
    },
    refresh() {
      gateway = gatewayOf(current);
    },
    discovering: () =>
      current.discovering.flatMap(({ settings }) => made.get(settings.name)?.provider ?? []),
  };
}

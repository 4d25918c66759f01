import type { Configuration } from "../configuration/configuration.ts";
import { differences } from "../configuration/differences.ts";
import { type TakenOver, takeOver } from "../configuration/take-over.ts";
import type { Configured } from "../operations/create-gateway.ts";
import type { Gateway } from "../operations/gateway.ts";
import type { Provider, ProviderSettings } from "../providers/provider.ts";

export interface LiveGateway {
  /**
   * As configured now. A request keeps the one that it began with, so it never sees half a configuration, and is settled
   * at the prices of its hold.
   */
  gateway(): Gateway;
  /** Takes another configuration, for the requests that come from now on. */
  use(next: Configuration): TakenOver;
}

interface LiveParts {
  readonly start: Configuration;
  readonly makeGateway: (configured: Configured) => Gateway;
  readonly makeProvider: (settings: ProviderSettings) => Provider;
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
export function createLiveGateway({ start, makeGateway, makeProvider }: LiveParts): LiveGateway {
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
    return makeGateway({ configuration, providers });
  };
  let gateway = gatewayOf(start);
  return {
    gateway: () => gateway,
    use(next) {
      const taken = takeOver({ start, current: gateway.configuration }, next);
      gateway = gatewayOf(taken.configuration);
      return taken;
    },
  };
}

import { type ChangedPrices, changedPrices } from "../configuration/changed-prices.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { Gateway } from "../operations/gateway.ts";

export interface LivePrices {
  /** With the present prices. A request keeps the one that it began with, so it is settled at the prices of its hold. */
  gateway(): Gateway;
  use(next: Configuration): ChangedPrices;
}

/** New prices make another gateway of the same parts: nothing that a request holds ever changes. */
export function livePrices(gateway: Gateway): LivePrices {
  let current = gateway;
  return {
    gateway: () => current,
    use(next) {
      const change = changedPrices(current.configuration, next);
      const { configuration } = change;
      current = { ...current, configuration, catalog: configuration.catalog };
      return change;
    },
  };
}

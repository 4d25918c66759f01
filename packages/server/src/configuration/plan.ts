import { differences } from "@portico/core/json/differences";
import type { Price } from "../money/rates.ts";
import type { Configuration } from "./configuration.ts";
import { type Running, takeOver } from "./take-over.ts";

/** What another configuration would change. Names and prices alone: no other value. */
export interface Plan {
  readonly next: Configuration;
  /** The places in the text. */
  readonly changes: readonly string[];
  /** Those that wait for a restart of each process. */
  readonly waiting: readonly string[];
  readonly models: Changed;
  readonly providers: Changed;
  readonly prices: readonly ChangedPrice[];
  /** Providers that would have no credential and need one. */
  readonly withoutCredential: readonly string[];
}

interface Changed {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface ChangedPrice {
  readonly model: string;
  readonly provider: string;
  readonly before: Price;
  readonly after: Price;
}

export function planOf(running: Running, next: Configuration): Plan {
  const { changed: changes, waiting, configuration } = takeOver(running, next);
  const { current } = running;
  const names = ({ providers }: Configuration) => providers.map(({ name }) => name);
  return {
    next: configuration,
    changes,
    waiting,
    models: changed([...current.catalog.models.keys()], [...next.catalog.models.keys()]),
    providers: changed(names(current), names(next)),
    prices: [...changedPrices(current, next)],
    withoutCredential: [...next.keylessProviders].filter(
      (name) => !current.keylessProviders.has(name),
    ),
  };
}

function changed(before: readonly string[], after: readonly string[]): Changed {
  const [old, now] = [new Set(before), new Set(after)];
  return {
    added: [...now].filter((name) => !old.has(name)),
    removed: [...old].filter((name) => !now.has(name)),
  };
}

/** Of the endpoints that both have. */
function* changedPrices(current: Configuration, next: Configuration): Generator<ChangedPrice> {
  for (const [model, { endpoints }] of next.catalog.models)
    for (const { provider, upstreamModel, price: after } of endpoints) {
      const before = current.catalog.models
        .get(model)
        ?.endpoints.find((one) => one.provider === provider && one.upstreamModel === upstreamModel);
      if (before !== undefined && differences(before.price, after).length > 0)
        yield { model, provider, before: before.price, after };
    }
}

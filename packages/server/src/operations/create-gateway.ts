import { createListTurns } from "../access/list-turns.ts";
import { createSignInGuard } from "../access/sign-in-guard.ts";
import { type ChangedPrices, changedPrices } from "../configuration/changed-prices.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { Provider } from "../providers/provider.ts";
import { createAttempt } from "../routing/attempt.ts";
import { createCircuits } from "../routing/circuits.ts";
import { createHealth, type Health } from "../routing/health.ts";
import { createRetryBudget } from "../routing/retry-budget.ts";
import type { Store } from "../store/store.ts";
import { createProviderChecks } from "./catalogue/check-provider.ts";
import type { CircuitHistory } from "./catalogue/circuit-history.ts";
import type { EndpointFigures } from "./catalogue/endpoint-figures.ts";
import type { Gateway, Observer } from "./gateway.ts";
import { createWorkspaces } from "./paid-call/workspace-facts.ts";

interface GatewayParts {
  readonly store: Store;
  readonly configuration: Configuration;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly admission: Gateway["admission"];
  readonly secrets: Gateway["secrets"];
  readonly notifier: Gateway["notifier"];
  readonly node: Gateway["node"];
  readonly observer: Observer;
  readonly figures: EndpointFigures;
  readonly circuitHistory: Pick<CircuitHistory, "changed" | "read">;
  readonly vectorCache: Gateway["vectorCache"];
  readonly refusals: Gateway["refusals"];
}

/** Assembles the parts that operations work with. */
export function createGateway(parts: GatewayParts): Gateway {
  const { store, configuration, providers, secrets, figures, circuitHistory } = parts;
  const nowMs = () => performance.now();
  const { failuresToOpen, openMs, noAttemptAfterMs, awaitUsageMs } = configuration.routing;
  const circuit = createCircuits({
    nowMs,
    failuresToOpen,
    openMs,
    onChange: (endpoint, circuit) => circuitHistory.changed(endpoint, circuit),
  });
  const health = withFigures(createHealth({ circuit, nowMs }), figures);
  const retryBudget = createRetryBudget();
  return {
    store,
    configuration,
    catalog: configuration.catalog,
    providerNames: new Set(configuration.providers.map(({ name }) => name)),
    creditsEnforced: configuration.credits.enforce,
    admission: parts.admission,
    attempt: createAttempt({
      providers,
      circuit,
      health,
      retryBudget,
      nowMs,
      noAttemptAfterMs,
      awaitUsageMs,
    }),
    taken: ({ provider }, call) => providers.get(provider)?.taken?.(call),
    keepsMarks: ({ provider, upstreamModel }, places) =>
      providers.get(provider)?.keepsMarks?.(upstreamModel, places) === true,
    health,
    figures,
    vectorCache: parts.vectorCache,
    circuit,
    circuitHistory,
    refusals: parts.refusals,
    checks: createProviderChecks(providers),
    secrets,
    workspaces: createWorkspaces(store, secrets, configuration.byokProviders),
    signInGuard: createSignInGuard(),
    listTurns: createListTurns(),
    notifier: parts.notifier,
    node: parts.node,
    observer: parts.observer,
  };
}

/** What routing observes is counted in the figures too. */
function withFigures(health: Health, figures: EndpointFigures): Health {
  return {
    ...health,
    observe(key, observation, asker) {
      health.observe(key, observation, asker);
      figures.observe(key, observation);
    },
  };
}

interface LivePrices {
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

import { createListTurns } from "../access/list-turns.ts";
import { createSignInGuard } from "../access/sign-in-guard.ts";
import type { Provider } from "../providers/provider.ts";
import { createAttempt } from "../routing/attempt.ts";
import { createCircuits } from "../routing/circuits.ts";
import { createHealth, type Health } from "../routing/health.ts";
import { createRetryBudget } from "../routing/retry-budget.ts";
import { createProviderChecks } from "./catalogue/check-provider.ts";
import type { CircuitHistory } from "./catalogue/circuit-history.ts";
import type { EndpointFigures } from "./catalogue/endpoint-figures.ts";
import type { Gateway } from "./gateway.ts";
import { createWorkspaces } from "./paid-call/workspace-facts.ts";

interface GatewayParts
  extends Pick<
    Gateway,
    | "store"
    | "configuration"
    | "admission"
    | "secrets"
    | "notifier"
    | "node"
    | "observer"
    | "vectorCache"
    | "refusals"
  > {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly figures: EndpointFigures;
  readonly circuitHistory: Pick<CircuitHistory, "changed" | "read">;
}

/** Assembles the parts that operations work with. */
export function createGateway({ providers, ...parts }: GatewayParts): Gateway {
  const { store, configuration, secrets, figures, circuitHistory } = parts;
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
    ...parts,
    catalog: configuration.catalog,
    providerNames: new Set(configuration.providers.map(({ name }) => name)),
    creditsEnforced: configuration.credits.enforce,
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
    circuit,
    checks: createProviderChecks(providers),
    workspaces: createWorkspaces(store, secrets, configuration.byokProviders),
    signInGuard: createSignInGuard(),
    listTurns: createListTurns(),
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

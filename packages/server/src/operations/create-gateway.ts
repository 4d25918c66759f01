import { createListTurns } from "../access/list-turns.ts";
import { createSignInGuard } from "../access/sign-in-guard.ts";
import type { Configuration, RoutingSettings } from "../configuration/configuration.ts";
import type { PooledProvider, Provider } from "../providers/provider.ts";
import { createAttempt } from "../routing/attempt.ts";
import { type Canary, CanaryRuns } from "../routing/canary.ts";
import { createCircuits } from "../routing/circuits.ts";
import {
  CredentialPools,
  type CredentialPoolsOptions,
  type Rest,
} from "../routing/credential-pools.ts";
import { createHealth, type Health } from "../routing/health.ts";
import { createRetryBudget } from "../routing/retry-budget.ts";
import { shadowsOf } from "../routing/shadow.ts";
import { createProviderChecks } from "./catalogue/check-provider.ts";
import type { CircuitHistory } from "./catalogue/circuit-history.ts";
import type { EndpointFigures } from "./catalogue/endpoint-figures.ts";
import type { Gateway, Observer, PooledState } from "./gateway.ts";
import type { GuardParts } from "./guardrail/guard.ts";
import { Guardrails } from "./guardrail/guardrails.ts";
import { createWorkspaces } from "./paid-call/workspace-facts.ts";

interface GatewayParts
  extends Pick<
    Gateway,
    | "store"
    | "configurations"
    | "admission"
    | "secrets"
    | "notifier"
    | "node"
    | "observer"
    | "vectorCache"
    | "idempotency"
    | "keptResponses"
    | "refusals"
    | "shadowing"
    | "checkDraft"
  > {
  /** Of the start: circuits go by them until the process ends. */
  readonly routing: RoutingSettings;
  readonly figures: EndpointFigures;
  readonly guards: GuardParts;
  readonly onCredential?: Pick<CredentialPoolsOptions, "onRest" | "onTried">;
  readonly onRollBack?: (canary: Canary) => void;
  readonly circuitHistory: Pick<CircuitHistory, "changed" | "read">;
}

/** What a configuration decides of a gateway. */
export interface Configured {
  readonly configuration: Configuration;
  readonly providers: ReadonlyMap<string, Provider>;
}

/**
 * Assembles the parts that operations work with. All gateways that the result makes share what was learnt: the circuits,
 * the health of endpoints, the rests of credentials, retries that callers have saved up.
 */
export function createGateways({
  routing,
  onCredential,
  guards,
  onRollBack = () => undefined,
  ...parts
}: GatewayParts): (configured: Configured) => Gateway {
  const { store, secrets, figures, circuitHistory } = parts;
  const { failuresToOpen, openMs } = routing;
  const nowMs = () => performance.now();
  const circuit = createCircuits({
    nowMs,
    failuresToOpen,
    openMs,
    onChange: (endpoint, circuit) => circuitHistory.changed(endpoint, circuit),
  });
  const health = withFigures(createHealth({ circuit, nowMs }), figures);
  const pools = new CredentialPools({ nowMs, ...onCredential });
  const canaryRuns = new CanaryRuns({ nowMs, onRollBack });
  const shared = { circuit, health, pools, retryBudget: createRetryBudget(), nowMs };
  const kept = { signInGuard: createSignInGuard(), listTurns: createListTurns() };
  let workspaces = createWorkspaces(store, secrets, noProviders);
  return ({ configuration, providers }) => {
    const { byokProviders, guardrails } = configuration;
    // What is kept of a workspace has the credentials for these providers alone.
    if (!isSameSet(byokProviders, workspaces.byokProviders))
      workspaces = createWorkspaces(store, secrets, byokProviders);
    return {
      ...parts,
      ...kept,
      ...madeOf(configuration),
      guardrails: guardrails.length === 0 ? null : new Guardrails(guardrails, guards),
      attempt: createAttempt({ ...shared, ...configuration.routing, providers }),
      taken: ({ provider }, call) => providers.get(provider)?.taken?.(call),
      counterAt: ({ provider }) => providers.get(provider)?.count,
      keepsMarks: ({ provider, upstreamModel }, places) =>
        providers.get(provider)?.keepsMarks?.(upstreamModel, places) === true,
      health,
      circuit,
      canaries: canaryRuns.of(configuration.catalog.canaries, configuration.version),
      shadows: shadowsOf(configuration.catalog.shadows),
      poolOf: (provider) => statesIn(pools, providers.get(provider)?.pool ?? [], nowMs),
      observer: countingUse(parts.observer, pools, providers),
      checks: createProviderChecks(providers),
      workspaces,
    };
  };
}

const noProviders: ReadonlySet<string> = new Set();

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name));
}

function madeOf(configuration: Configuration) {
  return {
    configuration,
    catalog: configuration.catalog,
    providerNames: new Set(configuration.providers.map(({ name }) => name)),
    creditsEnforced: configuration.credits.enforce,
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

/** The credentials of a provider with several, as this process has met them. Times by the clock on the wall. */
function statesIn(
  pools: CredentialPools,
  pool: readonly PooledProvider[],
  nowMs: () => number,
): readonly PooledState[] {
  const toWallMs = Date.now() - nowMs();
  return pool.map((one) => {
    const { rests, last } = pools.stateOf(one);
    const onWall = (rest: Rest) => ({
      ...rest,
      sinceMs: rest.sinceMs + toWallMs,
      untilMs: rest.untilMs + toWallMs,
    });
    const { name, weight } = one.credential;
    return { name, weight, rests: rests.map(onWall), last: last === null ? null : onWall(last) };
  });
}

/** Tokens count against the limits of a credential once they are booked. */
function countingUse(
  observer: Observer,
  pools: CredentialPools,
  providers: ReadonlyMap<string, Provider>,
): Observer {
  const limited = [...providers.values()]
    .flatMap(({ pool = [] }) => pool)
    .filter(({ credential }) => credential.tokensPerMinute !== null);
  if (limited.length === 0) return observer;
  return {
    generation(done) {
      observer.generation(done);
      const { attempts, inputTokens, outputTokens } = done.facts;
      const { provider: name, credential: key } = attempts.at(-1) ?? {};
      const used = limited.find(
        ({ provider, credential }) => provider.name === name && credential.name === key,
      );
      if (used !== undefined) pools.used(used, inputTokens + outputTokens);
    },
  };
}

import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { EndpointFigures } from "../operations/catalogue/endpoint-figures.ts";
import type { Observer, Shadowed } from "../operations/gateway.ts";
import type { GuardParts } from "../operations/guardrail/guard.ts";
import type { Canary } from "../routing/canary.ts";
import type { CredentialPoolsOptions } from "../routing/credential-pools.ts";

export function observer(observers: readonly Observer[]): Observer {
  return {
    generation(done) {
      for (const each of observers) each.generation(done);
    },
  };
}

export function observeBoth(
  ...all: readonly Pick<EndpointFigures, "observe">[]
): EndpointFigures["observe"] {
  return (endpoint, observation) => {
    for (const each of all) each.observe(endpoint, observation);
  };
}

/** The usual model serves: an operator looks at what was new. */
export function observeCanaries({ log }: { readonly log: Log }, onRolledBack: () => void) {
  return ({ rule: { route, to }, rolledBack }: Canary) => {
    log.error({ route, to, ...rolledBack }, "a canary does worse than it may: it is rolled back");
    onRolledBack();
  };
}

/** A shadow has no row in the ledger, which holds what keys pay: log and metrics have it. */
export function observeShadows({ log }: { readonly log: Log }, metrics: Metrics) {
  return {
    onShadowed(done: Shadowed) {
      metrics.shadowed(done);
      log.info(done, "a shadow was answered, or failed");
    },
    onProblem: (error: unknown) => log.error({ error }, "a shadow could not be asked"),
  };
}

/** Only an operator can mend what was refused. A limit passes by itself: the metrics have it. */
export function observeCredentials({ log }: { readonly log: Log }, metrics: Metrics) {
  return {
    onTried({ credential, provider }, failure) {
      metrics.credentialTried(provider.name, credential.name, failure);
    },
    onRest({ credential, provider }, rest) {
      const facts = { provider: provider.name, credential: credential.name };
      if (rest === null) log.info(facts, "a credential serves again");
      else if (rest.upstreamModel === null)
        log.error({ ...facts, status: rest.status }, "a provider refused a credential: it rests");
    },
  } satisfies Omit<CredentialPoolsOptions, "nowMs">;
}

/** Of a judgement that was not given, the log has why, and nothing of what was judged. */
export function observeGuardrails(
  { log }: { readonly log: Log },
  metrics: Metrics,
): GuardParts["onJudged"] {
  return (judged) => {
    metrics.judged(judged);
    const { guardrail, phase, problem } = judged;
    if (problem !== null) log.warn({ guardrail, phase, problem }, "a guardrail has not judged");
  };
}

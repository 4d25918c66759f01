import type { Schema } from "@portico/contract";
import { toIso } from "@portico/core/rules/dates";
import type { Caller } from "../../caller.ts";
import { absent, wordOf } from "../../errors.ts";
import type { EndpointSlot } from "../../model-call/endpoint-facts.ts";
import type { RollBack } from "../../routing/canary.ts";
import { type Endpoint, endpointKey } from "../../routing/catalog.ts";
import { measured, timeLine } from "../../routing/measurements.ts";
import type { FailedAttempt } from "../../store/ports/generation.ts";
import type { Gateway, PooledState } from "../gateway.ts";
import { type Operation, ok } from "../operation.ts";
import { toCredential } from "../organisation/byok-credentials.ts";
import { bestCircuit, toCircuit, toEndpoint, toMeasured } from "./model-endpoints.ts";
import { listedModels, usableModels } from "./models.ts";

/** The providers of the models that the caller can use, in the order of the operator's file. */
export const listProviders: Operation<"listProviders"> = async (_, { gateway, caller }) => {
  const models = await listedModels(gateway, caller);
  const endpoints = Map.groupBy(
    models.flatMap((model) => model.endpoints),
    ({ provider }) => provider,
  );
  const figures = await gateway.figures.read([...endpoints.values()].flat().map(endpointKey));
  const names = [...gateway.providerNames].filter((name) => endpoints.has(name));
  return ok({
    data: names.map((name) => toProvider(name, endpoints.get(name) ?? [], gateway, figures)),
  });
};

/** By its endpoints and what was measured of each. */
function toProvider(
  name: string,
  endpoints: readonly Endpoint[],
  { configuration, circuit }: Gateway,
  figures: ReadonlyMap<string, readonly EndpointSlot[]>,
): Schema<"Provider"> {
  return {
    name,
    slug: name,
    // The gateway knows the addresses of none of these pages.
    privacy_policy_url: null,
    terms_of_service_url: null,
    status_page_url: null,
    models: endpoints.length,
    byok: configuration.byokProviders.has(name),
    data_collection: endpoints.every(({ dataCollection }) => dataCollection === "deny")
      ? "deny"
      : "allow",
    circuit: toCircuit(
      bestCircuit(endpoints.map((endpoint) => circuit.state(endpointKey(endpoint)))),
    ),
    ...toMeasured(
      measured(
        endpoints.flatMap((endpoint) => figures.get(endpointKey(endpoint)) ?? []),
        Date.now(),
      ),
    ),
  };
}

const mostChanges = 100;
const mostFailures = 20;
const mostCredentials = 100;

/** A provider with its endpoints, and what is known of its last day. */
export const getProvider: Operation<"getProvider"> = async ({ params }, { caller, gateway }) => {
  const { slug } = params;
  refuseUnknown(gateway, slug);
  const models = await usableModels(gateway, caller);
  const served = models.flatMap((model) =>
    model.endpoints
      .filter(({ provider }) => provider === slug)
      .map((endpoint) => ({ model, endpoint })),
  );
  const endpoints = served.map(({ endpoint }) => endpoint);
  const keys = [...new Set(endpoints.map(endpointKey))];
  const figures = await gateway.figures.read(keys);
  const ofKey = (key: string) => figures.get(key) ?? [];
  return ok({
    data: {
      provider: toProvider(slug, endpoints, gateway, figures),
      endpoints: served.map(({ model, endpoint }) =>
        toEndpoint(model, endpoint, gateway, ofKey(endpointKey(endpoint))),
      ),
      credentials: await credentialsFor(slug, gateway, caller),
      canaries: canariesOf(slug, gateway),
      time_line: timeLine(keys.flatMap(ofKey)).map(({ fromMs, toMs, ...figures }) => ({
        from: toIso(fromMs),
        to: toIso(toMs),
        ...figures,
      })),
      circuit_changes: await changesOf(keys, gateway),
      failures: (
        await gateway.store.activity.failedAttempts(caller.organisationId, slug, mostFailures)
      ).map(toFailure),
    },
  });
};

export function refuseUnknown({ providerNames }: Gateway, slug: string): void {
  if (!providerNames.has(slug)) throw absent("provider", slug);
}

async function credentialsFor(
  provider: string,
  { configuration, store, poolOf }: Gateway,
  { organisationId }: Caller,
): Promise<Schema<"ProviderCredentials">> {
  const page = { offset: 0, limit: mostCredentials, provider };
  const { records } = await store.credentials.list(organisationId, page);
  return {
    operator: !configuration.keylessProviders.has(provider),
    byok: records.map(toCredential),
    pool: poolOf(provider).map(toPooled),
  };
}

function canariesOf(provider: string, { canaries, catalog }: Gateway): Schema<"ProviderCanary">[] {
  return [...(canaries?.values() ?? [])]
    .filter(({ rule }) =>
      catalog.models.get(rule.to)?.endpoints.some((endpoint) => endpoint.provider === provider),
    )
    .map(({ rule: { route, to, percent }, rolledBack }) => ({
      model: route,
      to,
      percent,
      rolled_back: rolledBack && toRollBack(rolledBack),
    }));
}

function toRollBack({ atMs, reason, requests, failures, slow }: RollBack) {
  return { at: toIso(atMs), reason, requests, failures, slow };
}

function toPooled({ name, weight, rests, last }: PooledState): Schema<"PooledCredential"> {
  const refused = rests.find(({ upstreamModel }) => upstreamModel === null);
  const until = Math.max(...(refused === undefined ? rests : [refused]).map((one) => one.untilMs));
  return {
    name,
    weight,
    state: refused !== undefined ? "refused" : rests.length > 0 ? "limited" : "ready",
    until: rests.length > 0 ? toIso(until) : null,
    limited_models: rests.flatMap(({ upstreamModel }) => upstreamModel ?? []),
    last_failure:
      last === null
        ? null
        : { failure: wordOf(last.failure), status: last.status, at: toIso(last.sinceMs) },
  };
}

async function changesOf(
  endpoints: readonly string[],
  { circuitHistory }: Gateway,
): Promise<Schema<"CircuitChange">[]> {
  const changes = await circuitHistory.read(endpoints, mostChanges);
  return changes.map(({ atMs, endpoint, circuit, processId }) => ({
    at: toIso(atMs),
    // The key is the provider, a space and the model.
    upstream_model: endpoint.slice(endpoint.indexOf(" ") + 1),
    circuit,
    process: processId,
  }));
}

function toFailure(attempt: FailedAttempt): Schema<"ProviderFailure"> {
  return {
    at: toIso(attempt.createdAtMs),
    generation_id: attempt.generationId,
    model: attempt.model,
    upstream_model: attempt.upstreamModel,
    status: attempt.status,
    failure: wordOf(attempt.failure),
    latency: attempt.latencyMs,
    served_by: attempt.servedBy,
  };
}

import type { Schema } from "@portico/contract";
import { toIso } from "@portico/core/rules/dates";
import type { Caller } from "../../caller.ts";
import { absent, wordOf } from "../../errors.ts";
import { endpointKey } from "../../routing/endpoint-key.ts";
import { timeLine } from "../../routing/measurements.ts";
import type { FailedAttempt } from "../../store/ports/generation.ts";
import type { Gateway } from "../gateway.ts";
import { type Operation, ok } from "../operation.ts";
import { toCredential } from "../organisation/byok-credentials.ts";
import { toEndpoint } from "./model-endpoints.ts";
import { usableModels } from "./models.ts";
import { toProvider } from "./providers.ts";

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
  { configuration, store }: Gateway,
  { organisationId }: Caller,
): Promise<Schema<"ProviderCredentials">> {
  const page = { offset: 0, limit: mostCredentials, provider };
  const { records } = await store.credentials.list(organisationId, page);
  return {
    operator: !configuration.keylessProviders.has(provider),
    byok: records.map(toCredential),
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

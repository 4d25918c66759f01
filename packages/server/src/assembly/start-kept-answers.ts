import type { Admission } from "../access/admission.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { OwnStatus } from "../observability/process-status.ts";
import { createVectorCache, type VectorCache } from "../operations/embeddings/vector-cache.ts";
import type { Gateway } from "../operations/gateway.ts";
import { createIdempotency } from "../operations/idempotency/idempotency.ts";
import { createKeptResponses } from "../operations/responses/kept-responses.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Store } from "../store/store.ts";

interface KeptParts {
  readonly store: Store;
  readonly configuration: Configuration;
  readonly secrets: Secrets;
  readonly log: Log;
}

interface Counters {
  readonly metrics: Pick<Metrics, "vectorCache">;
  readonly status: OwnStatus;
}

export function startVectorCache(
  { store, secrets, configuration, log }: KeptParts,
  { metrics, status }: Counters,
): VectorCache {
  return createVectorCache({
    store: store.vectorCache,
    seals: secrets.vectors,
    bytesPerWorkspace: configuration.embeddingsCache.bytesPerWorkspace,
    onProblem: (error) => log.error({ error }, "vectors could not be kept or found"),
    onLook: (hits, misses) => {
      metrics.vectorCache(hits, misses);
      status.recent.vectorCache(hits, misses);
    },
  });
}

/** What callers come back for: the answers to named requests, and responses to go on from. */
export function startKeptAnswers(
  { store, secrets, configuration, log }: KeptParts,
  { processId }: Admission,
): Pick<Gateway, "idempotency" | "keptResponses"> {
  return {
    idempotency: createIdempotency({
      store: store.idempotency,
      seals: secrets,
      settings: configuration.idempotency,
      processId,
      onProblem: (error) => log.error({ error }, "an answer could not be kept for its repetition"),
    }),
    keptResponses: createKeptResponses({
      store: store.keptResponses,
      seals: secrets,
      settings: configuration.keptResponses,
      onProblem: (error) => log.error({ error }, "a response could not be kept"),
    }),
  };
}

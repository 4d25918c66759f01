import type { Admission } from "../access/admission.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { OwnStatus } from "../observability/process-status.ts";
import { createVectorCache, type VectorCache } from "../operations/embeddings/vector-cache.ts";
import { createIdempotency, type Idempotency } from "../operations/idempotency/idempotency.ts";
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

export function startIdempotency(
  { store, secrets, configuration, log }: KeptParts,
  { processId }: Admission,
): Idempotency | null {
  return createIdempotency({
    store: store.idempotency,
    seals: secrets,
    settings: configuration.idempotency,
    processId,
    onProblem: (error) => log.error({ error }, "an answer could not be kept for its repetition"),
  });
}

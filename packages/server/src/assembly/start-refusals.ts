import type { Configuration } from "../configuration/configuration.ts";
import { failures } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import {
  createRefusalCounts,
  type RefusalCounts,
  type Refused,
} from "../operations/records/refusals.ts";
import type { Store } from "../store/store.ts";

interface RefusalParts {
  readonly store: Store;
  readonly configuration: Configuration;
  readonly log: Log;
  readonly onAlerts: () => void;
}

export function startRefusals({
  store,
  configuration,
  log,
  onAlerts,
}: RefusalParts): RefusalCounts {
  return createRefusalCounts({
    store: store.refusals,
    alerts: store.alerts,
    onAlerts,
    isKnown: (model) => configuration.catalog.models.has(model),
    onProblem: (error) => log.error({ error }, "refused requests wait for the store"),
  });
}

interface Counters {
  readonly metrics: Pick<Metrics, "refused">;
  readonly refusals: Pick<RefusalCounts, "note">;
}

/** Counts what was refused; in the metrics also what has no key that is known. */
export function refusedObserver({ metrics, refusals }: Counters): (refused: Refused) => void {
  return (refused) => {
    metrics.refused(refused.operation, failures[refused.failure.kind].word);
    refusals.note(refused);
  };
}

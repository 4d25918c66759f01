import { createHeapPressure, giveMemoryBack } from "../access/heap-pressure.ts";
import { InFlight } from "../access/in-flight.ts";
import { watchKeys } from "../access/key-watch.ts";
import type { ServiceParts } from "./start-services.ts";

export interface InFlightParts extends Pick<ServiceParts, "store" | "configuration" | "log"> {
  /** The interval between checks of the keys of running requests. */
  readonly keyCheckMs?: number;
}

/** Limits the requests in progress, and ends those of revoked keys and of ended sessions. */
export function startInFlight({ store, configuration, log, keyCheckMs }: InFlightParts) {
  const { requestsInFlight, requestsInFlightPerKey, bodyBytesInFlight } = configuration.limits;
  const inFlight = new InFlight({
    limits: {
      requests: requestsInFlight,
      requestsPerKey: requestsInFlightPerKey,
      bodyBytes: bodyBytesInFlight,
    },
    isMemoryShort: createHeapPressure(),
  });
  const keyWatch = watchKeys(store, inFlight, {
    nowMs: store.nowMs,
    ...(keyCheckMs !== undefined && { everyMs: keyCheckMs }),
    onProblem: (error) => log.error({ error }, "the keys of running requests could not be checked"),
  });
  const stopGivingBack = giveMemoryBack(inFlight);
  return {
    inFlight,
    async close() {
      stopGivingBack();
      await keyWatch.close();
    },
  };
}

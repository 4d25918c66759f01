import type { Configuration } from "../configuration/configuration.ts";
import type { Log } from "../observability/log.ts";
import { keepRetention } from "../process/retention.ts";
import { type Repeated, repeat } from "../repeat.ts";
import { sealLog } from "../secrets/io-log-seal.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Store } from "../store/store.ts";

interface UpkeepParts {
  readonly store: Store;
  readonly configuration: Configuration;
  readonly secrets: Secrets;
  readonly log: Log;
}

const countEveryMs = 10_000;
const goOnEveryMs = 30_000;

/** What is done to the store beside the requests. */
export function startUpkeep(parts: UpkeepParts) {
  const stopRetention = startRetention(parts);
  const counting = startCounting(parts);
  const upgrade = startUpgrade(parts);
  return {
    async close() {
      // Not waited for: the store ends what is under way, and the next start goes on.
      void upgrade.close();
      await stopRetention();
      await counting.close();
    },
  };
}

function startRetention({ store, secrets, configuration, log }: UpkeepParts) {
  return keepRetention(store, {
    retention: configuration.retention,
    vectorCacheDays: configuration.embeddingsCache.days,
    idempotencyHours: configuration.idempotency.hours,
    keptResponseDays: configuration.keptResponses.days,
    sealLog: (entry, content) => sealLog(secrets.seal, entry, content),
    onError: (error) => log.error({ error }, "old records could not be removed"),
  });
}

/** Counts booked requests in hours, away from the requests themselves. */
function startCounting({ store, log }: UpkeepParts): Repeated {
  const tell = (counted: number) => log.info({ counted }, "booked requests are counted in hours");
  return repeat(() => store.activity.count(Date.now(), tell), {
    everyMs: countEveryMs,
    onProblem: (error) => log.error({ error }, "booked requests could not be counted in hours"),
  });
}

/** What a migration leaves to do, such as building an index. */
function startUpgrade({ store, log }: UpkeepParts): Repeated {
  const upgrade = repeat(() => store.upgrade.goOn((message) => log.info(message)), {
    everyMs: goOnEveryMs,
    onProblem: (error) => log.warn({ error }, "the upgrade of the tables is gone on with later"),
  });
  upgrade.now();
  return upgrade;
}

import type { Retention } from "../configuration/configuration.ts";
import { repeat } from "../repeat.ts";
import type { IoLogStore } from "../store/ports/io-log.ts";
import type { Store } from "../store/store.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

interface RetentionParts {
  readonly retention: Retention;
  readonly vectorCacheDays: number;
  readonly idempotencyHours: number;
  readonly keptResponseDays: number;
  /** For entries of the I/O log that an earlier version has left in clear text. */
  readonly sealLog: Parameters<IoLogStore["sealClear"]>[0];
  readonly onError: (error: unknown) => void;
}

/** Removes expired records, once at start and then every hour. Returns a function that stops it. */
export function keepRetention(
  store: Store,
  {
    retention,
    vectorCacheDays,
    idempotencyHours,
    keptResponseDays,
    sealLog,
    onError,
  }: RetentionParts,
): () => Promise<void> {
  const pruneNotices = async (beforeMs: number) => {
    // First, so that no alert outlives its notices and seems unsent.
    await store.alerts.prune(beforeMs);
    await store.outbox.prune(beforeMs);
  };
  const prune = async () => {
    const nowMs = Date.now();
    const works: readonly (() => Promise<unknown>)[] = [
      () => store.ioLog.prune(nowMs - retention.ioLogDays * dayMs),
      () => store.ioLog.sealClear(sealLog),
      () => store.activity.prune(nowMs - retention.activityDays * dayMs),
      () => store.refusals.prune(nowMs - retention.activityDays * dayMs),
      () => store.audit.prune(nowMs - retention.auditDays * dayMs),
      () => store.sessions.prune(nowMs),
      () => store.vectorCache.prune(nowMs - vectorCacheDays * dayMs),
      () => store.idempotency.prune(nowMs - idempotencyHours * hourMs),
      () => store.keptResponses.prune(nowMs - keptResponseDays * dayMs),
      () => pruneNotices(nowMs - retention.notificationDays * dayMs),
    ];
    // A removal that always fails must not stop the others.
    for (const work of works) await work().catch(onError);
  };
  const prunings = repeat(prune, { everyMs: hourMs, onProblem: onError });
  // Later than the start itself, which others are waiting for.
  const first = setTimeout(() => prunings.now(), 60_000).unref();
  return async () => {
    clearTimeout(first);
    await prunings.close();
  };
}

import type { Retention } from "../configuration/configuration.ts";
import type { IoLogStore } from "../store/ports/io-log.ts";
import type { Store } from "../store/store.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

export interface RetentionParts {
  readonly retention: Retention;
  readonly vectorCacheDays: number;
  /** For entries of the I/O log that an earlier version has left in clear text. */
  readonly sealLog: Parameters<IoLogStore["sealClear"]>[0];
  readonly onError: (error: unknown) => void;
}

/** Removes expired records, once at start and then every hour. Returns a function that stops it. */
export function keepRetention(
  store: Store,
  { retention, vectorCacheDays, sealLog, onError }: RetentionParts,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const prune = async () => {
    const nowMs = Date.now();
    try {
      await store.ioLog.prune(nowMs - retention.ioLogDays * dayMs);
      await store.ioLog.sealClear(sealLog);
      await store.activity.prune(nowMs - retention.activityDays * dayMs);
      await store.audit.prune(nowMs - retention.auditDays * dayMs);
      await store.sessions.prune(nowMs);
      await store.vectorCache.prune(nowMs - vectorCacheDays * dayMs);
      // First, so that no alert outlives its notices and seems unsent.
      await store.alerts.prune(nowMs - retention.notificationDays * dayMs);
      await store.outbox.prune(nowMs - retention.notificationDays * dayMs);
    } catch (error) {
      onError(error);
    }
  };
  const timer = setInterval(() => {
    running = prune();
  }, hourMs).unref();
  // Later than the start itself, which others are waiting for.
  const first = setTimeout(() => {
    running = prune();
  }, 60_000).unref();
  return async () => {
    clearInterval(timer);
    clearTimeout(first);
    await running;
  };
}

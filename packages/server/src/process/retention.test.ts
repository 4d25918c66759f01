import { expect, it, vi } from "vitest";
import { embedded } from "../../test/store/engines.ts";
import { keepRetention } from "./retention.ts";

it("a kind of record that cannot be removed keeps none of the others", async () => {
  await using place = await embedded.makePlace();
  const store = await place.open();
  const problems: unknown[] = [];
  vi.useFakeTimers();
  try {
    const away = new Error("away");
    vi.spyOn(store.ioLog, "prune").mockRejectedValue(away);
    const others = [
      store.activity,
      store.audit,
      store.sessions,
      store.vectorCache,
      store.idempotency,
      store.keptResponses,
    ];
    const kinds = [...others, store.alerts, store.outbox].map((kind) => vi.spyOn(kind, "prune"));
    const stop = keepRetention(store, {
      retention: { ioLogDays: 1, activityDays: 1, auditDays: 1, notificationDays: 1 },
      vectorCacheDays: 1,
      idempotencyHours: 1,
      keptResponseDays: 1,
      sealLog: () => expect.fail("There is nothing to seal."),
      onError: (error) => void problems.push(error),
    });
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await stop();
    expect(problems).toEqual([away]);
    for (const prune of kinds) expect(prune).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

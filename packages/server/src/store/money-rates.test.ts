import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import {
  admitRequest,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../test/store/records.ts";
import type { KeyRecord } from "./ports/keys.ts";
import type { Store } from "./store.ts";

const start = Date.parse("2026-11-21T12:00:00Z");

describe.each(engines)("limits a minute on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const requestAt = (key: KeyRecord, afterMs: number, tokens = 10) =>
    admitRequest(key, { tokens, nowMs: start + afterMs });
  const askAt = async (key: KeyRecord, afterMs: number, tokens?: number) =>
    (await store.money.admit([requestAt(key, afterMs, tokens)]))[0];

  it("the limit's number of requests is admitted at once, also in one batch, and then one at a time", async () => {
    const key = await tenant.key({ requestsPerMinute: 4 });
    const batch = [0, 0, 0, 0, 0, 0].map((afterMs) => requestAt(key, afterMs));
    expect(await store.money.admit(batch)).toMatchObject([
      { outcome: "admitted", rate: { limit: 4, remaining: 3, resetMs: 15_000 } },
      { outcome: "admitted", rate: { remaining: 2, resetMs: 30_000 } },
      { outcome: "admitted", rate: { remaining: 1 } },
      { outcome: "admitted", rate: { remaining: 0, resetMs: 60_000 } },
      { outcome: "rateLimited", of: "requests", retryAfterMs: 15_000, rate: { remaining: 0 } },
      { outcome: "rateLimited", retryAfterMs: 15_000 },
    ]);
    expect(await askAt(key, 14_999)).toMatchObject({ outcome: "rateLimited", retryAfterMs: 1 });
    expect(await askAt(key, 15_000)).toMatchObject({ outcome: "admitted" });
    expect(await askAt(key, 15_001)).toMatchObject({
      outcome: "rateLimited",
      retryAfterMs: 14_999,
    });
  });

  it("a refused request takes nothing from the limit", async () => {
    const key = await tenant.key({ requestsPerMinute: 1, limitNanousd: 100 });
    const dear = { ...requestAt(key, 0), minimumNanousd: 200, desiredNanousd: 200 };
    expect(await store.money.admit([dear])).toMatchObject([{ outcome: "outOfCredits" }]);
    expect(await askAt(key, 0)).toMatchObject({ outcome: "admitted" });
    for (const afterMs of [1, 2, 3]) await askAt(key, afterMs);
    expect(await askAt(key, 60_000)).toMatchObject({
      outcome: "outOfCredits",
    });
  });

  it("tokens are limited by the worst case, which the real count replaces when it is known", async () => {
    const key = await tenant.key({ tokensPerMinute: 1000 });
    const first = requestAt(key, 0, 800);
    expect(await store.money.admit([first])).toMatchObject([
      { outcome: "admitted", rate: { limit: 1000, remaining: 200 } },
    ]);
    expect(await askAt(key, 0, 300)).toMatchObject({ outcome: "rateLimited", of: "tokens" });
    const facts = generationFacts({ inputTokens: 100, outputTokens: 100 });
    await store.money.settle([settlement(tenant, first, { facts, nowMs: start })]);
    expect(await askAt(key, 0, 800)).toMatchObject({ outcome: "admitted", rate: { remaining: 0 } });
    expect(await askAt(key, 0, 1)).toMatchObject({ outcome: "rateLimited", retryAfterMs: 60 });
  });

  it("a request larger than the whole limit is admitted if nothing else has run, and the next one waits for it", async () => {
    const key = await tenant.key({ tokensPerMinute: 100 });
    const large = requestAt(key, 0, 5000);
    expect(await store.money.admit([large])).toMatchObject([{ outcome: "admitted" }]);
    const facts = generationFacts({ inputTokens: 200, outputTokens: 100 });
    await store.money.settle([settlement(tenant, large, { facts, nowMs: start })]);
    expect(await askAt(key, 0, 1)).toMatchObject({
      outcome: "rateLimited",
      retryAfterMs: (300 - 100 + 1) * 600,
    });
  });

  it("the headers show the limit of which less is left", async () => {
    const key = await tenant.key({ requestsPerMinute: 10, tokensPerMinute: 100 });
    expect(await askAt(key, 0, 5)).toMatchObject({ rate: { limit: 10, remaining: 9 } });
    expect(await askAt(key, 0, 50)).toMatchObject({ rate: { limit: 100, remaining: 45 } });
  });

  it("a clock that goes back an hour neither grants nor takes anything", async () => {
    const key = await tenant.key({ requestsPerMinute: 2 });
    const hourMs = 3_600_000;
    expect(await askAt(key, hourMs)).toMatchObject({ outcome: "admitted" });
    expect(await askAt(key, 0)).toMatchObject({ outcome: "admitted" });
    expect(await askAt(key, 1000)).toMatchObject({ outcome: "rateLimited" });
    expect(await askAt(key, hourMs + 30_000)).toMatchObject({ outcome: "admitted" });
  });

  it("a key that was used while the clock was ahead is served again at its rate, and told the truth", async () => {
    const key = await tenant.key({ requestsPerMinute: 2, tokensPerMinute: 1000 });
    const hourMs = 3_600_000;
    await askAt(key, hourMs);
    await askAt(key, hourMs);
    expect(await askAt(key, 0)).toMatchObject({ outcome: "rateLimited", retryAfterMs: 30_000 });
    expect(await askAt(key, 29_999)).toMatchObject({ outcome: "rateLimited", retryAfterMs: 1 });
    expect(await askAt(key, 30_000)).toMatchObject({ outcome: "admitted" });
    expect(await askAt(key, 30_000)).toMatchObject({ outcome: "rateLimited" });
  });

  it("a settlement after the clock was set back pays off the debt of its tokens from then on", async () => {
    const key = await tenant.key({ tokensPerMinute: 1000 });
    const hourMs = 3_600_000;
    const [first, second] = [requestAt(key, hourMs, 500), requestAt(key, hourMs, 500)];
    await store.money.admit([first, second]);
    const facts = generationFacts({ inputTokens: 250, outputTokens: 250 });
    await store.money.settle([settlement(tenant, first, { facts, nowMs: start })]);
    expect(await askAt(key, 6000, 100)).toMatchObject({ outcome: "admitted" });
    expect(await askAt(key, 6000, 1)).toMatchObject({ outcome: "rateLimited", retryAfterMs: 60 });
  });

  it("two clocks that differ by a second share one refill, and the slower one says when it comes", async () => {
    const key = await tenant.key({ requestsPerMinute: 60 });
    await Promise.all(Array.from({ length: 60 }, () => askAt(key, 1000)));
    let admitted = 0;
    // Ten seconds, in which both ask every half of one.
    for (let afterMs = 500; afterMs <= 10_000; afterMs += 500)
      for (const ahead of [0, 1000])
        if ((await askAt(key, afterMs + ahead))?.outcome === "admitted") admitted += 1;
    expect(admitted).toBe(10);
    expect(await askAt(key, 10_000)).toMatchObject({
      outcome: "rateLimited",
      retryAfterMs: 2000,
    });
  });

  it("a limit of 0 admits no request", async () => {
    const key = await tenant.key({ requestsPerMinute: 0 });
    expect(await askAt(key, 0)).toMatchObject({ outcome: "rateLimited", retryAfterMs: 60_000 });
  });
});

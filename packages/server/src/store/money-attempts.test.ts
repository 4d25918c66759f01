import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInvariants } from "../../test/books/invariants.ts";
import { actorIn } from "../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import {
  admitRequest,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../test/store/records.ts";
import type { BilledAttempt } from "./ports/generation.ts";
import type { KeyRecord } from "./ports/keys.ts";
import type { Store } from "./store.ts";

const attempt = (place: number, provider: string, costNanousd: number): BilledAttempt => ({
  attempt: place,
  provider,
  upstreamModel: "text",
  byok: false,
  inputTokens: 10,
  outputTokens: place + 1,
  cachedInputTokens: 0,
  reasoningTokens: 0,
  estimated: false,
  costNanousd,
});

describe.each(engines)("several billed attempts of a request on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  async function held(nanousd: number, key?: KeyRecord) {
    const own = key ?? (await tenant.key());
    const request = admitRequest(own, { minimumNanousd: nanousd, desiredNanousd: nanousd });
    await store.money.admit([request]);
    return { key: own, request };
  }

  function booking(request: { generationId: string; keyId: number }, costs: readonly number[]) {
    const billed = costs.map((cost, index) => attempt(index, index % 2 === 0 ? "a" : "b", cost));
    const last = billed.at(-1);
    return settlement(tenant, request, {
      costNanousd: costs.reduce((sum, cost) => sum + cost, 0),
      billed,
      facts: generationFacts({
        provider: last?.provider ?? null,
        inputTokens: last?.inputTokens ?? 0,
        outputTokens: last?.outputTokens ?? 0,
      }),
    });
  }

  const activityOf = async (keyId: number) => {
    const { records } = await store.activity.query(tenant.organisationId, {
      fromMs: Date.now() - 2 * 86_400_000,
      toMs: Date.now() + 86_400_000,
      groupBy: ["provider"],
      keyId,
      offset: 0,
      limit: 10,
    });
    return Object.fromEntries(
      records.map(({ provider, requests, costNanousd, outputTokens }) => [
        provider,
        { requests, costNanousd, outputTokens },
      ]),
    );
  };
  const usageOf = async ({ id }: KeyRecord) =>
    (await store.keys.get(tenant.organisationId, String(id)))?.usageNanousd;

  it("several billed attempts are each charged, and count as one request", async () => {
    const { key, request } = await held(100);
    await store.money.settle([booking(request, [30, 50])]);
    const record = await store.activity.generation(tenant.organisationId, request.generationId);
    expect(record).toMatchObject({
      provider: "b",
      chargedNanousd: 80,
      unbilledNanousd: 0,
      outputTokens: 2,
      billed: [
        { attempt: 0, provider: "a", chargedNanousd: 30, unbilledNanousd: 0, outputTokens: 1 },
        { attempt: 1, provider: "b", chargedNanousd: 50, unbilledNanousd: 0, outputTokens: 2 },
      ],
    });
    expect(await activityOf(key.id)).toEqual({
      a: { requests: 0, costNanousd: 30, outputTokens: 1 },
      b: { requests: 1, costNanousd: 50, outputTokens: 2 },
    });
    expect(await usageOf(key)).toBe(80);
  });

  it("several billed attempts never cost more than was held: the rest of each is unbilled", async () => {
    const { key, request } = await held(100);
    await store.money.settle([booking(request, [70, 60, 5])]);
    const record = await store.activity.generation(tenant.organisationId, request.generationId);
    expect(record).toMatchObject({ chargedNanousd: 100, unbilledNanousd: 35 });
    expect(record?.billed).toMatchObject([
      { chargedNanousd: 70, unbilledNanousd: 0 },
      { chargedNanousd: 30, unbilledNanousd: 30 },
      { chargedNanousd: 0, unbilledNanousd: 5 },
    ]);
    expect(await activityOf(key.id)).toEqual({
      a: { requests: 1, costNanousd: 70, outputTokens: 4 },
      b: { requests: 0, costNanousd: 30, outputTokens: 2 },
    });
  });

  it("several billed attempts can be in one batch with requests with one attempt", async () => {
    const { key, request } = await held(100);
    const { request: plain } = await held(100, key);
    const { request: nothing } = await held(100, key);
    await store.money.settle([
      booking(request, [10, 20]),
      settlement(tenant, plain, { costNanousd: 7 }),
      settlement(tenant, nothing, { state: "released", costNanousd: 0 }),
    ]);
    expect(await usageOf(key)).toBe(37);
    const plainRecord = await store.activity.generation(tenant.organisationId, plain.generationId);
    expect(plainRecord).toMatchObject({ chargedNanousd: 7, billed: [] });
  });

  it("several billed attempts all count against the limit of tokens per minute", async () => {
    const key = await tenant.key({ tokensPerMinute: 100 });
    const { request } = await held(100, key);
    await store.money.settle([booking(request, [10, 20])]);
    const [admission] = await store.money.admit([admitRequest(key, { tokens: 1 })]);
    // 10 and 1 tokens, 10 and 2, and the requested one; a few may have been paid off since.
    const remaining = admission?.outcome === "admitted" ? admission.rate?.remaining : undefined;
    expect(remaining).toBeGreaterThanOrEqual(76);
    expect(remaining).toBeLessThanOrEqual(79);
    await store.money.cancel([request]);
  });

  it("several billed attempts are refunded together", async () => {
    const { key, request } = await held(100);
    const failed = booking(request, [30, 50]);
    await store.money.settle([
      { ...failed, facts: { ...failed.facts, status: 500, errorKind: "providerFailed" } },
    ]);
    expect(await store.money.refund(actorIn(tenant.organisationId), request.generationId)).toBe(
      true,
    );
    expect(await store.money.refund(actorIn(tenant.organisationId), request.generationId)).toBe(
      false,
    );
    expect(await usageOf(key)).toBe(0);
    const record = await store.activity.generation(tenant.organisationId, request.generationId);
    expect(record).toMatchObject({ state: "refunded", chargedNanousd: 0 });
    expect(record?.billed.map(({ chargedNanousd }) => chargedNanousd)).toEqual([0, 0]);
    expect(await activityOf(key.id)).toMatchObject({
      a: { requests: 0, costNanousd: 0 },
      b: { requests: 1, costNanousd: 0 },
    });
  });

  it("several billed attempts correct an abandoned request", async () => {
    const { key, request } = await held(100);
    await store.money.abandon([request]);
    await store.money.settle([booking(request, [70, 60])]);
    const record = await store.activity.generation(tenant.organisationId, request.generationId);
    expect(record).toMatchObject({ state: "settled", chargedNanousd: 100, unbilledNanousd: 30 });
    expect(record?.billed).toMatchObject([{ chargedNanousd: 70 }, { chargedNanousd: 30 }]);
    expect(await usageOf(key)).toBe(100);
  });

  it("several billed attempts are pruned together with their request", async () => {
    const key = await tenant.key();
    const old = admitRequest(key, { nowMs: 1 });
    await store.money.admit([old]);
    await store.money.settle([{ ...booking(old, [1, 2]), nowMs: 1 }]);
    expect(await store.activity.prune(2)).toBe(1);
    const left = await rawSql(
      place.place,
      `select request_id from ledger_attempts where request_id = '${old.generationId}'`,
    );
    expect(left).toEqual([]);
  });

  it("the books agree with each other after several billed attempts", async () => {
    const findings = await checkInvariants(place.place);
    // The pruned request's usage stays without its row; the test of rates has left one hold open.
    const expected = /usage is not the sum|share of the credits|day's activity|hold is open/;
    expect(findings.filter((finding) => !expected.test(finding))).toEqual([]);
  });
});

describe.each(engines)("a settlement that comes too late on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const late = { status: 503, errorKind: "unavailable", finishReason: null };

  it.each([
    { how: "had not come through", isBooked: false },
    { how: "had come through after all", isBooked: true },
  ])("a late settlement says what its caller got if the first try $how", async ({ isBooked }) => {
    const key = await tenant.key();
    const request = admitRequest(key);
    await store.money.admit([request]);
    const first = settlement(tenant, request, { costNanousd: 40 });
    if (isBooked) await store.money.settle([first]);
    const told = { ...first, isLate: true, facts: { ...first.facts, ...late } };
    await store.money.settle([told]);
    await store.money.settle([told]);
    const record = await store.activity.generation(tenant.organisationId, request.generationId);
    expect(record).toMatchObject({ state: "settled", chargedNanousd: 40, ...late });
    expect(await checkInvariants(place.place)).toEqual([]);
    expect(await store.money.refund(actorIn(tenant.organisationId), request.generationId)).toBe(
      true,
    );
    expect(await checkInvariants(place.place)).toEqual([]);
  });

  it.each([
    { errorKind: "cut", isRefunded: true },
    { errorKind: "internal", isRefunded: true },
    { errorKind: "unauthenticated", isRefunded: false },
    { errorKind: null, isRefunded: false },
  ])("a stream that ended with $errorKind may be refunded: $isRefunded", async (end) => {
    const { errorKind, isRefunded } = end;
    const request = admitRequest(await tenant.key());
    await store.money.admit([request]);
    const facts = generationFacts({ status: 200, streamed: true, errorKind });
    await store.money.settle([settlement(tenant, request, { costNanousd: 40, facts })]);
    const refund = () => store.money.refund(actorIn(tenant.organisationId), request.generationId);
    expect([await refund(), await refund()]).toEqual([isRefunded, false]);
    expect(await checkInvariants(place.place)).toEqual([]);
  });

  it("a late settlement changes nothing of a request that was booked in time", async () => {
    const request = admitRequest(await tenant.key());
    await store.money.admit([request]);
    await store.money.settle([settlement(tenant, request)]);
    await store.money.settle([
      settlement(tenant, request, { facts: generationFacts({ status: 503 }) }),
    ]);
    const record = await store.activity.generation(tenant.organisationId, request.generationId);
    expect(record).toMatchObject({ status: 200, state: "settled" });
    expect(await store.money.refund(actorIn(tenant.organisationId), request.generationId)).toBe(
      false,
    );
  });
});

import { eventually } from "@portico/test-support/eventually";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import {
  admitRequest,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../test/store/records.ts";
import type { KeyRecord } from "./ports/keys.ts";
import type { AdmitRequest } from "./ports/money.ts";
import type { Store } from "./store.ts";

const silenceMs = 60;
const about = {
  operation: "embeddings",
  model: "sandbox/embed",
  appUrl: "https://app.example",
  appTitle: "App",
} as const;

describe.each(engines)("the holds of a dead process, on $engine", ({ makePlace }) => {
  const places: TestPlace[] = [];
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  let key: KeyRecord;
  let request: AdmitRequest;
  beforeEach(async () => {
    place = await makePlace();
    places.push(place);
    store = await place.open({ silenceMs });
    tenant = await firstTenant(store);
    key = await tenant.key({ limitNanousd: 1000, limitReset: "daily" });
    request = admitRequest(key, { processId: "dead", about });
    await store.money.heartbeat("dead");
    await store.money.admit([request]);
  });
  afterAll(() => Promise.all(places.map((each) => each[Symbol.asyncDispose]())));

  const read = () => store.keys.get(tenant.organisationId, key.hash);
  const generation = () => store.activity.generation(tenant.organisationId, request.generationId);
  const activity = async () =>
    (
      await store.activity.query(tenant.organisationId, {
        fromMs: Date.now() - 86_400_000,
        toMs: Date.now() + 86_400_000,
        groupBy: ["model", "app"],
        offset: 0,
        limit: 10,
      })
    ).records;
  const untilAbandoned = (by: Store = store) =>
    eventually(async () => expect((await by.money.heartbeat("alive")).abandoned).toBe(1));

  it("holds of a dead process are closed once at their full amount by any living one, and are listed", async () => {
    const other = await place.open({ silenceMs });
    let abandoned = 0;
    await eventually(async () => {
      const closed = await Promise.all([
        store.money.heartbeat("alive"),
        other.money.heartbeat("also-alive"),
      ]);
      for (const each of closed) abandoned += each.abandoned;
      expect(await generation()).not.toBeNull();
    });
    expect(await generation()).toMatchObject({
      ...about,
      state: "abandoned",
      heldNanousd: 100,
      chargedNanousd: 100,
      errorKind: "abandoned",
      provider: null,
      estimated: true,
    });
    expect(await read()).toMatchObject({ heldNanousd: 0, usageNanousd: 100, spentNanousd: 100 });
    expect(await activity()).toMatchObject([
      { model: "sandbox/embed", appTitle: "App", requests: 1, failures: 1, costNanousd: 100 },
    ]);
    expect(abandoned).toBe(1);
  });

  it("holds stay open while their process sends heartbeats", async () => {
    const its = await place.open({ silenceMs });
    for (let beats = 0; beats < 12; beats += 1) {
      await its.money.heartbeat("dead");
      expect(await store.money.heartbeat("alive")).toEqual({ abandoned: 0 });
      await new Promise((resolve) => setTimeout(resolve, silenceMs / 4));
    }
    expect(await read()).toMatchObject({ heldNanousd: 100 });
  });

  it("holds of a process without any heartbeat are closed too", async () => {
    const silent = admitRequest(key, { processId: "never-seen" });
    await store.money.admit([silent]);
    await eventually(async () => {
      await store.money.heartbeat("alive");
      expect(await store.money.holdsOf("never-seen")).toEqual([]);
    });
  });

  it("abandoned holds are refunded once, to the limit, the credits and the activity", async () => {
    await untilAbandoned();
    expect(await store.money.refund(actorIn("another-organisation"), request.generationId)).toBe(
      false,
    );
    const refunds = await Promise.all([
      store.money.refund(actorIn(tenant.organisationId), request.generationId),
      store.money.refund(actorIn(tenant.organisationId), request.generationId),
    ]);
    expect(refunds.toSorted()).toEqual([false, true]);
    expect(await generation()).toMatchObject({
      state: "refunded",
      heldNanousd: 100,
      chargedNanousd: 0,
    });
    expect(await read()).toMatchObject({ usageNanousd: 0, spentNanousd: 0, usageDailyNanousd: 0 });
    expect(await store.money.credits(tenant.organisationId)).toMatchObject({ usedNanousd: 0 });
    expect(await activity()).toMatchObject([{ requests: 1, costNanousd: 0 }]);
  });

  it("abandoned holds are corrected once if the process was alive after all", async () => {
    await untilAbandoned();
    const truth = settlement(tenant, request, {
      costNanousd: 30,
      facts: generationFacts({ model: "sandbox/embed", inputTokens: 7 }),
    });
    await Promise.all([store.money.settle([truth]), store.money.settle([truth])]);
    await store.money.settle([{ ...truth, costNanousd: 80 }]);
    expect(await generation()).toMatchObject({
      state: "settled",
      chargedNanousd: 30,
      inputTokens: 7,
    });
    expect(await read()).toMatchObject({ heldNanousd: 0, usageNanousd: 30, spentNanousd: 30 });
    expect(await activity()).toMatchObject([
      {
        model: "sandbox/embed",
        appTitle: null,
        requests: 1,
        failures: 0,
        costNanousd: 30,
        inputTokens: 7,
      },
    ]);
    expect(await store.money.refund(actorIn(tenant.organisationId), request.generationId)).toBe(
      false,
    );
  });

  it("refunded holds stay refunded if the settlement comes after that", async () => {
    await untilAbandoned();
    await store.money.refund(actorIn(tenant.organisationId), request.generationId);
    await store.money.settle([settlement(tenant, request)]);
    expect(await generation()).toMatchObject({ state: "refunded", chargedNanousd: 0 });
    expect(await read()).toMatchObject({ usageNanousd: 0 });
  });

  it("a hold is charged once if its settlement and its abandonment run together", async () => {
    const requests = Array.from({ length: 40 }, () =>
      admitRequest(key, { processId: "dying", minimumNanousd: 1, desiredNanousd: 10 }),
    );
    await store.money.admit(requests);
    const bookings = requests.map((each) => settlement(tenant, each, { costNanousd: 3 }));
    await Promise.all([
      store.money.settle(bookings.slice(0, 20)),
      store.money.abandon(requests),
      store.money.settle(bookings.slice(20)),
    ]);
    await store.money.settle(bookings);
    expect(await read()).toMatchObject({ heldNanousd: 100, usageNanousd: 120 });
  });

  it("a process can leave only without open holds", async () => {
    await store.money.farewell("dead");
    await untilAbandoned();
    await store.money.heartbeat("neat");
    await store.money.farewell("neat");
    expect(await store.money.heartbeat("alive")).toEqual({ abandoned: 0 });
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import {
  admitRequest,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../../test/store/records.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

describe.each(engines)("money on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const read = async (key: KeyRecord) => {
    const found = await store.keys.get(tenant.organisationId, String(key.id));
    if (found === null) throw new Error("The key is gone.");
    return found;
  };
  const ledger = async (generationId: string) =>
    await store.activity.generation(tenant.organisationId, generationId);

  it("the worst case is held, then the usage is charged and the rest given back", async () => {
    const key = await tenant.key({ limitNanousd: 1000 });
    const request = admitRequest(key, { minimumNanousd: 300, desiredNanousd: 300 });
    expect(await store.money.admit([request])).toEqual([
      { outcome: "admitted", heldNanousd: 300, rate: null, workspaceRevision: expect.any(Number) },
    ]);
    expect(await read(key)).toMatchObject({ heldNanousd: 300, spentNanousd: 0, usageNanousd: 0 });
    await store.money.settle([settlement(tenant, request, { costNanousd: 120 })]);
    expect(await read(key)).toMatchObject({
      heldNanousd: 0,
      spentNanousd: 120,
      usageNanousd: 120,
      usageDailyNanousd: 120,
      usageWeeklyNanousd: 120,
      usageMonthlyNanousd: 120,
    });
    expect(await ledger(request.generationId)).toMatchObject({
      ...generationFacts(),
      generationId: request.generationId,
      keyId: key.id,
      workspaceId: tenant.workspaceId,
      state: "settled",
      heldNanousd: 300,
      chargedNanousd: 120,
      unbilledNanousd: 0,
    });
  });

  it("the charge is never more than the hold, and the rest is stored as unbilled", async () => {
    const key = await tenant.key();
    const request = admitRequest(key);
    await store.money.admit([request]);
    await store.money.settle([settlement(tenant, request, { costNanousd: 130 })]);
    expect(await ledger(request.generationId)).toMatchObject({
      chargedNanousd: 100,
      unbilledNanousd: 30,
    });
    expect(await read(key)).toMatchObject({ usageNanousd: 100 });
  });

  it("requests of one key in a batch are decided one after the other", async () => {
    const key = await tenant.key({ limitNanousd: 250 });
    const other = await tenant.key({ limitNanousd: 100 });
    const batch = [
      admitRequest(key),
      admitRequest(other),
      admitRequest(key),
      admitRequest(key),
      admitRequest(key, { minimumNanousd: 10, desiredNanousd: 400 }),
      admitRequest(other, { minimumNanousd: 1 }),
    ];
    const admissions = await store.money.admit(batch);
    expect(admissions).toMatchObject([
      { outcome: "admitted", heldNanousd: 100 },
      { outcome: "admitted", heldNanousd: 100 },
      { outcome: "admitted", heldNanousd: 100 },
      { outcome: "outOfCredits", of: "key", remainingNanousd: 50 },
      { outcome: "admitted", heldNanousd: 50 },
      { outcome: "outOfCredits", of: "key", remainingNanousd: 0 },
    ]);
    expect(await read(key)).toMatchObject({ heldNanousd: 250 });
    await store.money.settle(
      batch.map((request) => settlement(tenant, request, { costNanousd: 70 })),
    );
    expect(await read(key)).toMatchObject({ heldNanousd: 0, spentNanousd: 190 });
    expect(await read(other)).toMatchObject({ heldNanousd: 0, spentNanousd: 70 });
  });

  it("a key that was disabled, deleted or has expired is refused in the next batch", async () => {
    const key = await tenant.key();
    expect(await store.money.admit([admitRequest(key)])).toMatchObject([{ outcome: "admitted" }]);
    await store.keys.update(actorIn(tenant.organisationId), key.hash, { disabled: true });
    expect(await store.money.admit([admitRequest(key)])).toEqual([
      { outcome: "unauthenticated", reason: "disabled" },
    ]);
    await store.keys.update(actorIn(tenant.organisationId), key.hash, {
      disabled: false,
      expiresAtMs: 5000,
    });
    expect(
      await store.money.admit([
        admitRequest(key, { nowMs: 4999 }),
        admitRequest(key, { nowMs: 5000 }),
      ]),
    ).toMatchObject([{ outcome: "admitted" }, { outcome: "unauthenticated", reason: "expired" }]);
    await store.keys.delete(actorIn(tenant.organisationId), key.hash);
    expect(await store.money.admit([admitRequest(key)])).toEqual([
      { outcome: "unauthenticated", reason: "revoked" },
    ]);
    expect(await store.money.admit([admitRequest({ id: 987654321, workspaceId: "" })])).toEqual([
      { outcome: "unauthenticated", reason: "revoked" },
    ]);
  });

  it("a repeated settlement changes nothing", async () => {
    const key = await tenant.key();
    const request = admitRequest(key);
    await store.money.admit([request]);
    const first = settlement(tenant, request, { costNanousd: 40 });
    const again = { ...first, costNanousd: 90 };
    await store.money.settle([first, again]);
    await store.money.settle([again]);
    await Promise.all([store.money.settle([again]), store.money.settle([first])]);
    expect(await read(key)).toMatchObject({ heldNanousd: 0, usageNanousd: 40 });
    expect(await ledger(request.generationId)).toMatchObject({ chargedNanousd: 40 });
  });

  it("a hold is settled and given back by its own key alone", async () => {
    const [key, other] = [await tenant.key(), await tenant.key()];
    const request = admitRequest(key);
    await store.money.admit([request]);
    const ofOther = { ...request, keyId: other.id };
    await store.money.settle([settlement(tenant, ofOther)]);
    await store.money.cancel([ofOther]);
    await store.money.abandon([ofOther]);
    expect(await read(key)).toMatchObject({ heldNanousd: 100, usageNanousd: 0 });
    expect(await read(other)).toMatchObject({ heldNanousd: 0, usageNanousd: 0 });
    await store.money.settle([settlement(tenant, request)]);
    expect(await read(key)).toMatchObject({ heldNanousd: 0, usageNanousd: 40 });
  });

  it("a released request is booked at 0, and a cancelled one not at all", async () => {
    const key = await tenant.key({ requestsPerMinute: 2, tokensPerMinute: 100 });
    const released = admitRequest(key, { tokens: 50 });
    const cancelled = admitRequest(key, { tokens: 50 });
    await store.money.admit([released, cancelled]);
    expect(await store.money.holdsOf("process-1")).toContainEqual({
      generationId: cancelled.generationId,
      keyId: key.id,
      workspaceId: key.workspaceId,
    });
    await store.money.cancel([cancelled, { ...cancelled, generationId: randomUUID() }]);
    const facts = generationFacts({ status: 503, inputTokens: 0, outputTokens: 0 });
    await store.money.settle([settlement(tenant, released, { state: "released", facts })]);
    expect(await read(key)).toMatchObject({ heldNanousd: 0, usageNanousd: 0 });
    expect(await ledger(released.generationId)).toMatchObject({
      state: "released",
      chargedNanousd: 0,
    });
    expect(await ledger(cancelled.generationId)).toBeNull();
    const [next] = await store.money.admit([admitRequest(key, { tokens: 100 })]);
    expect(next).toMatchObject({ outcome: "admitted", rate: { remaining: 0 } });
  });
});

import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { admitRequest, firstTenant, settlement, type Tenant } from "../../test/store/records.ts";
import { usualAlertRules } from "./ports/alerts.ts";
import type { KeyRecord } from "./ports/keys.ts";
import type { AdmitRequest } from "./ports/money.ts";
import type { Store } from "./store.ts";

describe.each(engines)("an organisation's credits on $engine", ({ makePlace }) => {
  const places: TestPlace[] = [];
  let store: Store;
  let tenant: Tenant;
  beforeEach(async () => {
    const place = await makePlace();
    places.push(place);
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => Promise.all(places.map((place) => place[Symbol.asyncDispose]())));

  const grant = (amountNanousd: number) =>
    store.money.grant(actorIn(tenant.organisationId), {
      amountNanousd,
      note: "n",
      createdBy: "key:1",
    });
  const enforced = (key: KeyRecord, change: Partial<AdmitRequest> = {}) =>
    admitRequest(key, { enforceCredits: true, ...change });

  it("credits limit all keys together, in one batch and over several", async () => {
    const [one, other] = [await tenant.key(), await tenant.key({ limitNanousd: 150 })];
    expect(await grant(450)).toEqual({ grantedNanousd: 450, usedNanousd: 0, heldNanousd: 0 });
    const batch = [enforced(one), enforced(other), enforced(one), enforced(other), enforced(one)];
    const admissions = await store.money.admit(batch);
    expect(admissions.filter(({ outcome }) => outcome === "admitted")).toHaveLength(4);
    expect(admissions).toContainEqual({
      outcome: "outOfCredits",
      of: "key",
      remainingNanousd: 50,
      limit: {
        limitNanousd: 150,
        spentNanousd: 0,
        heldNanousd: 100,
        resetsAtMs: null,
        budgetId: null,
      },
      workspaceRevision: expect.any(Number),
    });
    expect(
      await store.money.admit([enforced(one, { minimumNanousd: 20, desiredNanousd: 90 })]),
    ).toMatchObject([{ outcome: "admitted", heldNanousd: 50 }]);
    expect(await store.money.admit([enforced(one, { minimumNanousd: 1 })])).toMatchObject([
      { outcome: "outOfCredits", of: "organisation", remainingNanousd: 0 },
    ]);
    expect(await store.money.credits(tenant.organisationId)).toEqual({
      grantedNanousd: 450,
      usedNanousd: 0,
      heldNanousd: 450,
    });
  });

  it("credits that a request did not use come back, and used ones stay spent when its key is deleted", async () => {
    const key = await tenant.key();
    await grant(100);
    const request = enforced(key);
    await store.money.admit([request]);
    await store.money.settle([settlement(tenant, request, { costNanousd: 70 })]);
    await store.keys.delete(actorIn(tenant.organisationId), key.hash);
    expect(await store.money.credits(tenant.organisationId)).toEqual({
      grantedNanousd: 100,
      usedNanousd: 70,
      heldNanousd: 0,
    });
    const other = await tenant.key();
    expect(await store.money.admit([enforced(other, { minimumNanousd: 31 })])).toMatchObject([
      { outcome: "outOfCredits", remainingNanousd: 30 },
    ]);
  });

  it("credits are not needed with the caller's own credential, nor if they are not enforced", async () => {
    const key = await tenant.key();
    const brought = enforced(key, { usesCredits: false });
    const lax = admitRequest(key);
    expect(await store.money.admit([brought, lax])).toMatchObject([
      { outcome: "admitted" },
      { outcome: "admitted" },
    ]);
    await store.money.settle([
      settlement(tenant, brought, { costNanousd: 100 }),
      settlement(tenant, lax, { costNanousd: 100 }),
    ]);
    expect(await store.money.credits(tenant.organisationId)).toMatchObject({ usedNanousd: 100 });
  });

  it("credits are those of the organisation's totals, however many keys it has", async () => {
    const place = await makePlace();
    places.push(place);
    const alerts = { ...usualAlertRules, thresholds: [50], isForCredits: true };
    store = await place.open({ alerts });
    tenant = await firstTenant(store);
    const [key, other] = [await tenant.key(), await tenant.key()];
    await grant(1000);
    const request = enforced(key);
    await store.money.admit([request]);
    // Where a key's row were read, all would be used up now.
    await rawSql(
      place.place,
      `update key_balances set credits_used_nanousd = 5000 where key_id = ${other.id}`,
    );
    expect(await store.money.admit([enforced(key, { minimumNanousd: 900 })])).toMatchObject([
      { outcome: "admitted" },
    ]);
    await store.money.settle([settlement(tenant, request, { costNanousd: 100 })]);
    expect(await rawSql(place.place, "select * from alerts")).toEqual([]);
    expect(await store.money.credits(tenant.organisationId)).toMatchObject({
      usedNanousd: 100,
      heldNanousd: 900,
    });
  });

  it("totals that a process of before left wrong are counted again after the next grant", async () => {
    const place = await makePlace();
    places.push(place);
    store = await place.open();
    tenant = await firstTenant(store);
    const key = await tenant.key();
    await grant(300);
    await store.money.admit([enforced(key)]);
    await rawSql(place.place, "update organisations set credits_held_nanousd = 250");
    expect(await store.money.admit([enforced(key)])).toMatchObject([{ outcome: "outOfCredits" }]);
    await grant(1);
    expect(await store.money.admit([enforced(key)])).toMatchObject([{ outcome: "admitted" }]);
    expect(await store.money.credits(tenant.organisationId)).toMatchObject({ heldNanousd: 200 });
  });

  it("credits are never overspent by concurrent batches", async () => {
    const keys = await Promise.all([0, 1, 2, 3].map(() => tenant.key()));
    await grant(1000);
    const batches = Array.from({ length: 24 }, (_, index) =>
      keys.map((key) => enforced(key, { processId: `process-${index}` })),
    );
    const admissions = await Promise.all(batches.map((batch) => store.money.admit(batch)));
    const admitted = admissions.flat().filter(({ outcome }) => outcome === "admitted");
    expect(admitted).toHaveLength(10);
  });
});

import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { admitRequest, firstTenant, type Tenant } from "../../test/store/records.ts";
import type { KeyRecord } from "./ports/keys.ts";
import type { AdmitRequest } from "./ports/money.ts";
import type { Store } from "./store.ts";

const start = Date.parse("2026-11-21T12:00:00Z");
const minuteMs = 60_000;

describe.each(engines)("the gate on $engine", inOrder, ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const gate = (key: KeyRecord, change: Partial<AdmitRequest> = {}) =>
    admitRequest(key, {
      ...{ isGate: true, minimumNanousd: 1, desiredNanousd: 1, tokens: 1, nowMs: start },
      ...change,
    });
  const counted = (key: KeyRecord, change: Partial<AdmitRequest> = {}) =>
    admitRequest(key, { isCounted: true, nowMs: start, ...change });
  const ask = async (request: AdmitRequest) => (await store.money.admit([request]))[0];
  const balanceOf = async (key: KeyRecord) => {
    const found = await store.keys.get(tenant.organisationId, key.hash);
    return { held: found?.heldNanousd, used: found?.usageNanousd };
  };

  it("the gate counts a request once, for every later outcome, and holds nothing", async () => {
    const key = await tenant.key({ requestsPerMinute: 2, limitNanousd: 1000 });
    expect(await ask(gate(key))).toMatchObject({ outcome: "admitted", heldNanousd: 0 });
    expect(await balanceOf(key)).toEqual({ held: 0, used: 0 });
    expect(await store.money.holdsOf("process-1")).toEqual([]);
    const hold = counted(key);
    expect(await ask(hold)).toMatchObject({
      outcome: "admitted",
      heldNanousd: 100,
      rate: { limit: 2, remaining: 1 },
    });
    expect(await ask(admitRequest(key, { nowMs: start }))).toMatchObject({ outcome: "admitted" });
    expect(await ask(gate(key))).toMatchObject({ outcome: "rateLimited", of: "requests" });
    expect(await ask(counted(key)), "what was counted is not counted again").toMatchObject({
      outcome: "admitted",
    });
    await store.money.cancel([hold]);
    expect(await ask(gate(key)), "what is given back may be asked for again").toMatchObject({
      outcome: "admitted",
    });
  });

  it("holds and gates of one batch are decided in their order", async () => {
    const key = await tenant.key({ requestsPerMinute: 3, limitNanousd: 150 });
    const batch = [gate(key), admitRequest(key, { nowMs: start }), counted(key), gate(key)];
    expect(await store.money.admit(batch)).toMatchObject([
      { outcome: "admitted", heldNanousd: 0 },
      { outcome: "admitted", heldNanousd: 100 },
      { outcome: "outOfCredits", of: "key", remainingNanousd: 50 },
      { outcome: "admitted", rate: { remaining: 0 } },
    ]);
    expect(await ask(gate(key))).toMatchObject({ outcome: "rateLimited" });
  });

  it("the gate refuses a key with nothing left, and takes nothing from it", async () => {
    const key = await tenant.key({ limitNanousd: 100, requestsPerMinute: 2 });
    expect(await ask(admitRequest(key, { nowMs: start }))).toMatchObject({ outcome: "admitted" });
    for (let time = 0; time < 3; time += 1)
      expect(await ask(gate(key))).toMatchObject({
        outcome: "outOfCredits",
        of: "key",
        remainingNanousd: 0,
      });
    await store.keys.update(actorIn(tenant.organisationId), key.hash, { limitNanousd: 101 });
    expect(await ask(gate(key)), "the last nanodollar may be spent").toMatchObject({
      outcome: "admitted",
      rate: { remaining: 0 },
    });
  });

  it("the gate refuses if the organisation has nothing left and its credits are enforced", async () => {
    const key = await tenant.key();
    expect(await ask(gate(key, { enforceCredits: true }))).toMatchObject({
      outcome: "outOfCredits",
      of: "organisation",
    });
    expect(await ask(gate(key))).toMatchObject({ outcome: "admitted" });
  });

  it("the gate refuses a key without a single token left", async () => {
    const key = await tenant.key({ tokensPerMinute: 100 });
    const all = admitRequest(key, { tokens: 100, nowMs: start });
    expect(await ask(all)).toMatchObject({ outcome: "admitted" });
    expect(await ask(gate(key))).toMatchObject({
      outcome: "rateLimited",
      of: "tokens",
      retryAfterMs: minuteMs / 100,
    });
    const later = { nowMs: start + minuteMs / 100 };
    expect(await ask(gate(key, later))).toMatchObject({ outcome: "admitted" });
    expect(await ask(gate(key, later)), "and takes none").toMatchObject({ outcome: "admitted" });
  });

  it("a 402 holds the workspace's revision at which it was decided", async () => {
    const key = await tenant.key({ limitNanousd: 0 });
    const revision = async () =>
      (await store.workspaces.get(tenant.organisationId, key.workspaceId))?.revision;
    const workspaceRevision = await revision();
    for (const request of [gate(key), admitRequest(key)])
      expect(await ask(request)).toMatchObject({ outcome: "outOfCredits", workspaceRevision });
    await store.workspaces.update(actorIn(tenant.organisationId), key.workspaceId, {
      description: "new",
    });
    expect(await ask(gate(key))).toMatchObject({ workspaceRevision: await revision() });
  });

  it.each([
    ["disabled", (key: KeyRecord) => ({ id: key.hash, change: { disabled: true } })],
    ["expired", (key: KeyRecord) => ({ id: key.hash, change: { expiresAtMs: start } })],
  ])("the gate refuses a key that is %s", async (reason, changeOf) => {
    const key = await tenant.key();
    const { id, change } = changeOf(key);
    await store.keys.update(actorIn(tenant.organisationId), id, change);
    expect(await ask(gate(key))).toEqual({ outcome: "unauthenticated", reason });
    expect(await store.keys.fallen([key.id], start)).toEqual([{ keyId: key.id, reason }]);
  });

  it("the gate refuses a revoked key, and `fallen` names such keys among many", async () => {
    const [fine, gone] = [await tenant.key({ expiresAtMs: start + 1 }), await tenant.key()];
    expect(await store.keys.fallen([], start)).toEqual([]);
    await store.keys.delete(actorIn(tenant.organisationId), gone.hash);
    expect(await ask(gate(gone))).toEqual({ outcome: "unauthenticated", reason: "revoked" });
    expect(await store.keys.fallen([fine.id, gone.id], start)).toEqual([
      { keyId: gone.id, reason: "revoked" },
    ]);
  });

  it("a request that costs nothing is admitted with a limit below what had been spent", async () => {
    const key = await tenant.key({ limitNanousd: 1000 });
    await ask(admitRequest(key, { minimumNanousd: 500, desiredNanousd: 500 }));
    await store.keys.update(actorIn(tenant.organisationId), key.hash, { limitNanousd: 100 });
    const free = { minimumNanousd: 0, desiredNanousd: 0 };
    expect(await ask(admitRequest(key, free))).toMatchObject({
      outcome: "admitted",
      heldNanousd: 0,
    });
    const open = { minimumNanousd: 0, desiredNanousd: 70 };
    expect(await ask(admitRequest(key, open)), "and holds nothing").toMatchObject({
      heldNanousd: 0,
    });
  });
});

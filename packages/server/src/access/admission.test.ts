import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@portico/test-support/eventually";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../test/store/actor-in.ts";
import { firstTenant, generationFacts, type Tenant } from "../../test/store/records.ts";
import { sampleCaller } from "../../test/support/sample-caller.ts";
import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import { openStore } from "../store/open-store.ts";
import { StoreUnavailable } from "../store/ports/errors.ts";
import type { KeyRecord } from "../store/ports/keys.ts";
import type { MoneyStore } from "../store/ports/money.ts";
import type { Store } from "../store/store.ts";
import { type Admission, createAdmission, type HoldRequest } from "./admission.ts";

let store: Store;
let tenant: Tenant;
/** A layer between the admission under test and its store. */
let money: MoneyStore;
let admission: Admission;
const problems: unknown[] = [];

beforeEach(async () => {
  store = await openStore({ inMemory: true });
  tenant = await firstTenant(store);
  money = { ...store.money };
  problems.length = 0;
  admission = admissionOver(money);
});
afterEach(async () => {
  await admission.close();
  await store.close();
});

/** With long time-outs for a busy machine, unless a test sets them. Two with one name would cancel each other's holds. */
function admissionOver(
  over: MoneyStore,
  { processId = "here", settlePatienceMs = 60_000, longestHoldMs = 3_600_000 } = {},
): Admission {
  return createAdmission(over, {
    enforceCredits: false,
    processId,
    heartbeatMs: 20,
    settlePatienceMs,
    longestHoldMs,
    onProblem: (error) => problems.push(error),
  });
}

function callerWith(key: KeyRecord, kind: Caller["kind"] = "ordinary"): Caller {
  const { organisationId, workspaceId } = tenant;
  return sampleCaller({ keyId: key.id, keyHash: key.hash, kind, organisationId, workspaceId });
}

function holdRequest(change: Partial<HoldRequest> = {}): HoldRequest {
  return {
    generationId: randomUUID(),
    minimumNanousd: 100,
    desiredNanousd: 100,
    tokens: 10,
    usesCredits: true,
    ...change,
  };
}

const outcome = { state: "settled", costNanousd: 60, facts: generationFacts() } as const;
const generation = (generationId: string) =>
  store.activity.generation(tenant.organisationId, generationId);
const keyNow = (key: KeyRecord) => store.keys.get(tenant.organisationId, key.hash);

describe("admission", () => {
  it("admission holds and settles through the store", async () => {
    const key = await tenant.key();
    const hold = await admission.hold(callerWith(key), holdRequest());
    expect(hold).toMatchObject({ heldNanousd: 100, rate: null });
    expect(admission.openCount()).toBe(1);
    await admission.settle(hold, outcome);
    expect(admission.openCount()).toBe(0);
    expect(await generation(hold.generationId)).toMatchObject({
      state: "settled",
      chargedNanousd: 60,
    });
  });

  it("requests that arrive together go into one batch, and later ones into the next", async () => {
    const key = await tenant.key();
    const sizes: number[] = [];
    money.admit = (batch) => {
      sizes.push(batch.length);
      return sleep(20).then(() => store.money.admit(batch));
    };
    const some = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () => admission.hold(callerWith(key), holdRequest())),
      );
    const first = some(3);
    await eventually(() => expect(sizes).toEqual([3]));
    await Promise.all([first, some(300)]);
    expect(sizes).toEqual([3, 256, 44]);
  });

  it("admission refuses with 402 and the balance, 429 and the wait, or 401 for a revoked key", async () => {
    const poor = await tenant.key({ limitNanousd: 50 });
    await expect(admission.hold(callerWith(poor), holdRequest())).rejects.toMatchObject({
      kind: "outOfCredits",
      metadata: { of: "key", remaining: 5e-8 },
    });
    const slow = await tenant.key({ requestsPerMinute: 2 });
    await admission.hold(callerWith(slow), holdRequest());
    await admission.hold(callerWith(slow), holdRequest());
    await expect(admission.hold(callerWith(slow), holdRequest())).rejects.toMatchObject({
      kind: "rateLimited",
      retryAfterSeconds: 30,
      headers: {
        "x-ratelimit-limit": "2",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "60",
      },
    });
    const gone = await tenant.key();
    await store.keys.delete(actorIn(tenant.organisationId), gone.hash);
    await expect(admission.hold(callerWith(gone), holdRequest())).rejects.toMatchObject({
      kind: "unauthenticated",
    });
    await expect(
      admission.hold(callerWith(poor, "management"), holdRequest()),
    ).rejects.toMatchObject({ kind: "wrongKeyKind" });
  });

  it("a request that cannot be stored fails alone", async () => {
    const key = await tenant.key();
    const bad = holdRequest({ desiredNanousd: Number.NaN });
    const results = await Promise.allSettled(
      [holdRequest(), bad, holdRequest()].map((request) =>
        admission.hold(callerWith(key), request),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("a settlement that cannot be stored fails alone, and requests of the same batch succeed", async () => {
    const key = await tenant.key();
    const [good, bad] = [
      await admission.hold(callerWith(key), holdRequest()),
      await admission.hold(callerWith(key), holdRequest()),
    ];
    const results = await Promise.allSettled([
      admission.settle(good, outcome),
      admission.settle(bad, { ...outcome, costNanousd: Number.NaN }),
      admission.hold(callerWith(key), holdRequest()),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await keyNow(key)).toMatchObject({ usageNanousd: 60 });
  });

  it("admission answers 503 with Retry-After to all waiting requests while the store is away", async () => {
    const key = await tenant.key();
    money.admit = () => Promise.reject(new StoreUnavailable("away"));
    const results = await Promise.allSettled(
      Array.from({ length: 400 }, () => admission.hold(callerWith(key), holdRequest())),
    );
    for (const result of results)
      expect(result).toMatchObject({
        reason: { kind: "unavailable", retryAfterSeconds: expect.any(Number) },
      });
    money.admit = store.money.admit;
    await admission.hold(callerWith(key), holdRequest());
  });

  it("a heartbeat cancels a hold whose admission's answer was lost", async () => {
    const key = await tenant.key();
    const request = holdRequest();
    money.admit = async (batch) => {
      await store.money.admit(batch);
      throw new StoreUnavailable("the answer was lost");
    };
    await expect(admission.hold(callerWith(key), request)).rejects.toThrow(GatewayError);
    await eventually(async () => expect(await keyNow(key)).toMatchObject({ heldNanousd: 0 }));
    expect(await generation(request.generationId)).toBeNull();
  });

  it("a heartbeat keeps the holds of running requests", async () => {
    const key = await tenant.key();
    const hold = await admission.hold(callerWith(key), holdRequest());
    let beats = 0;
    money.heartbeat = (processId) => {
      beats += 1;
      return store.money.heartbeat(processId);
    };
    await eventually(() => expect(beats).toBeGreaterThan(3));
    expect(await keyNow(key)).toMatchObject({ heldNanousd: 100 });
    await admission.settle(hold, outcome);
  });

  it("settle rejects if a reply cannot be booked in time, and the booking is made when the store is back", async () => {
    const key = await tenant.key();
    const other = admissionOver(money, { processId: "there", settlePatienceMs: 300 });
    const hold = await other.hold(callerWith(key), holdRequest());
    money.settle = () => Promise.reject(new StoreUnavailable("away"));
    await expect(other.settle(hold, outcome)).rejects.toMatchObject({ kind: "unavailable" });
    expect(await generation(hold.generationId)).toBeNull();
    money.settle = store.money.settle;
    await eventually(async () =>
      expect(await generation(hold.generationId)).toMatchObject({
        chargedNanousd: 60,
        status: 503,
        errorKind: "unavailable",
      }),
    );
    await eventually(() => expect(admission.openCount()).toBe(0));
  });

  it("a late booking says that the reply has failed", async () => {
    await admission.close();
    admission = admissionOver(money, { settlePatienceMs: 500 });
    const key = await tenant.key();
    const hold = await admission.hold(callerWith(key), holdRequest());
    const lock = Promise.withResolvers<void>();
    money.settle = async (batch) => {
      await lock.promise;
      await store.money.settle(batch);
    };
    await expect(admission.settle(hold, outcome)).rejects.toMatchObject({ kind: "unavailable" });
    lock.resolve();
    await eventually(() => expect(admission.openCount()).toBe(0));
    expect(await generation(hold.generationId)).toMatchObject({
      state: "settled",
      chargedNanousd: 60,
      status: 503,
      errorKind: "unavailable",
      finishReason: null,
    });
  });

  it("a late booking of a caller who hung up stays a hang-up", async () => {
    await admission.close();
    admission = admissionOver(money, { settlePatienceMs: 500 });
    const key = await tenant.key();
    const hold = await admission.hold(callerWith(key), holdRequest());
    money.settle = () => Promise.reject(new StoreUnavailable("away"));
    const facts = generationFacts({ status: 499, errorKind: "callerGone" });
    await expect(admission.settle(hold, { ...outcome, facts })).rejects.toThrow();
    money.settle = store.money.settle;
    await eventually(async () =>
      expect(await generation(hold.generationId)).toMatchObject({
        status: 499,
        chargedNanousd: 60,
      }),
    );
  });

  it("a settlement that cannot be booked is closed as abandoned", async () => {
    const key = await tenant.key();
    const hold = await admission.hold(callerWith(key), holdRequest());
    await expect(
      admission.settle(hold, { ...outcome, costNanousd: Number.NaN }),
    ).rejects.not.toThrow(GatewayError);
    await eventually(async () =>
      expect(await generation(hold.generationId)).toMatchObject({
        state: "abandoned",
        chargedNanousd: 100,
      }),
    );
  });

  it("a request that takes longer than any hold may is charged what it cost once it has ended", async () => {
    const key = await tenant.key();
    const patient = admissionOver(money, { processId: "patient", longestHoldMs: 0 });
    const hold = await patient.hold(callerWith(key), holdRequest());
    await eventually(async () =>
      expect(await generation(hold.generationId)).toMatchObject({ state: "abandoned" }),
    );
    await patient.settle(hold, outcome);
    expect(await generation(hold.generationId)).toMatchObject({
      state: "settled",
      chargedNanousd: 60,
    });
    expect(patient.openCount()).toBe(0);
    await patient.close();
  });

  it("a second settlement of the same request is not booked", async () => {
    const key = await tenant.key();
    const hold = await admission.hold(callerWith(key), holdRequest());
    await admission.settle(hold, outcome);
    await admission.settle(hold, { ...outcome, costNanousd: 90 });
    await admission.release(hold);
    expect(await keyNow(key)).toMatchObject({ usageNanousd: 60, heldNanousd: 0 });
  });

  it("a released hold leaves no trace", async () => {
    const key = await tenant.key({ requestsPerMinute: 1 });
    const hold = await admission.hold(callerWith(key), holdRequest());
    await admission.release(hold);
    expect(await keyNow(key)).toMatchObject({ heldNanousd: 0 });
    await admission.hold(callerWith(key), holdRequest());
  });

  it("close ends all waits for a store that hangs", async () => {
    const key = await tenant.key();
    const other = admissionOver(money, { processId: "there", settlePatienceMs: 300 });
    const [early, late] = [
      await other.hold(callerWith(key), holdRequest()),
      await other.hold(callerWith(key), holdRequest()),
    ];
    money.settle = () => new Promise(() => {});
    const settled = [other.settle(early, outcome)];
    const closed = other.close();
    await sleep(150);
    settled.push(other.settle(late, outcome));
    const results = await Promise.allSettled(settled);
    for (const result of results) expect(result).toMatchObject({ reason: { kind: "unavailable" } });
    await closed;
  });

  it("close books everything and removes the process from the store", async () => {
    const key = await tenant.key();
    const other = admissionOver(store.money, { processId: "there" });
    const hold = await other.hold(callerWith(key), holdRequest());
    const settled = other.settle(hold, outcome);
    await other.close();
    await settled;
    await expect(other.hold(callerWith(key), holdRequest())).rejects.toMatchObject({
      kind: "unavailable",
    });
    expect(await generation(hold.generationId)).toMatchObject({ chargedNanousd: 60 });
    expect(await store.money.holdsOf("there")).toEqual([]);
  });
});

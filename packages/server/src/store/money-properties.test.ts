import { randomUUID } from "node:crypto";
import { isProof } from "@portico/test-support/proof";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { actorIn } from "../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { hourMs, type ModelRequest, MoneyModel } from "../../test/store/money-model.ts";
import { admitRequest, firstTenant, settlement, type Tenant } from "../../test/store/records.ts";
import type { KeyRecord } from "./ports/keys.ts";
import type { Store } from "./store.ts";

/** Sequences for each kind of limit: a few thousand in the proof. */
const runs = isProof ? 1250 : 10;
/** A Saturday, two hours before the last Sunday of a month. */
const start = Date.parse("2026-11-28T22:00:00Z");

const which = fc.nat(30);
const amount = fc.nat(120);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("admit" as const),
      amounts: fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("settle", "settle", "release", "cancel", "abandon", "refund"),
      which,
      cost: amount,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  // Negative too: clocks go back.
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      hours: fc.constantFrom(-1, 1, 3, 24, 170),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("limit" as const), nanousd: fc.option(fc.nat(500)) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("disable" as const), isDisabled: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "gate" as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type Change = Extract<Step, { which: number }>;

describe.each(engines)("money in every order of events, on $engine", ({ engine, makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    // The database goes by the time that the test sets.
    store = await place.open({ nowMs: () => Date.now() });
    tenant = await firstTenant(store);
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => place[Symbol.asyncDispose]());

  /** Applies each event to the model and to the store. */
  class Both {
    readonly model: MoneyModel;
    readonly key: KeyRecord;
    constructor(model: MoneyModel, key: KeyRecord) {
      this.model = model;
      this.key = key;
    }

    async take(one: Step): Promise<void> {
      if ("amounts" in one) await this.#admit(one.amounts);
      else if ("hours" in one) this.#pass(one.hours);
      else if ("which" in one) await this.#change(one);
      else if (one.do === "gate") await this.#gate();
      else await this.#update(one);
    }

    /** The gate must decide like an admission of one nanodollar, and hold nothing. */
    async #gate(): Promise<void> {
      const { nowMs } = this.model;
      const least = { minimumNanousd: 1, desiredNanousd: 1, nowMs };
      const request = admitRequest(this.key, { ...least, isGate: true });
      expect(await store.money.admit([request])).toMatchObject([this.model.gate(request)]);
    }

    #pass(hours: number): void {
      this.model.nowMs += hours * hourMs;
      vi.setSystemTime(this.model.nowMs);
    }

    async #update(one: Extract<Step, { do: "limit" | "disable" }>): Promise<void> {
      const { organisationId } = tenant;
      if ("nanousd" in one) {
        this.model.limit = one.nanousd;
        await store.keys.update(actorIn(organisationId), this.key.hash, {
          limitNanousd: one.nanousd,
        });
        return;
      }
      this.model.isDisabled = one.isDisabled;
      await store.keys.update(actorIn(organisationId), this.key.hash, { disabled: one.isDisabled });
    }

    async #admit(amounts: readonly (readonly [number, number])[]): Promise<void> {
      const { nowMs } = this.model;
      const batch = amounts.map(([minimumNanousd, desiredNanousd]) =>
        admitRequest(this.key, {
          generationId: randomUUID(),
          minimumNanousd,
          desiredNanousd,
          nowMs,
        }),
      );
      const expected = batch.map((request) => this.model.admit(request));
      expect(await store.money.admit(batch)).toMatchObject(expected);
    }

    async #change(one: Change): Promise<void> {
      const found = this.model.requests[one.which % Math.max(this.model.requests.length, 1)];
      if (found === undefined) return;
      const { generationId } = found.request;
      if (one.do === "cancel") {
        this.model.cancel(found);
        await store.money.cancel([found.request]);
      } else if (one.do === "abandon") {
        this.model.abandon(found);
        await store.money.abandon([found.request]);
      } else if (one.do === "refund") {
        const isRefunded = this.model.refund(found);
        expect(await store.money.refund(actorIn(tenant.organisationId), generationId)).toBe(
          isRefunded,
        );
      } else await this.#settle(found, one);
    }

    /** Settles several times: only the first time changes anything. */
    async #settle(found: ModelRequest, one: Change): Promise<void> {
      const state = one.do === "release" ? "released" : "settled";
      this.model.settle(found, state, state === "released" ? 0 : one.cost);
      const booking = { state, costNanousd: one.cost, nowMs: this.model.nowMs } as const;
      for (let time = 0; time < one.times; time += 1) {
        const first = settlement(tenant, found.request, booking);
        await store.money.settle([first, { ...first, costNanousd: one.cost + time }]);
      }
    }

    async compareSums(): Promise<void> {
      expect(await store.keys.get(tenant.organisationId, this.key.hash)).toMatchObject({
        heldNanousd: this.model.held(),
        usageNanousd: this.model.usage(),
      });
    }

    async compareLedger(): Promise<void> {
      for (const { request, state, charged } of this.model.requests) {
        const row = await store.activity.generation(tenant.organisationId, request.generationId);
        const isBooked = state !== "held" && state !== "cancelled";
        if (isBooked) expect(row).toMatchObject({ state, chargedNanousd: charged });
        else expect(row).toBeNull();
      }
    }
  }

  it.each([null, "daily", "weekly", "monthly"] as const)(
    "the store and the model agree to the nanodollar, with a limit that resets: %s",
    { timeout: 1_200_000 },
    async (limitReset) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (sequence) => {
          const key = await tenant.key({ limitNanousd: 300, limitReset });
          vi.useFakeTimers({ toFake: ["Date"], now: start });
          const both = new Both(new MoneyModel(limitReset, start), key);
          for (const one of sequence) {
            await both.take(one);
            await both.compareSums();
          }
          await both.compareLedger();
        }),
        { numRuns: engine === "postgres" ? Math.ceil(runs / 2) : runs },
      );
    },
  );
});

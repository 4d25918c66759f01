import { calendarDay, dayMs } from "@portico/core/rules/calendar";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { admitRequest, firstTenant, settlement, type Tenant } from "../../test/store/records.ts";
import type { KeyRecord, LimitReset } from "./ports/keys.ts";
import type { AdmissionVerdict } from "./ports/money.ts";
import type { Store } from "./store.ts";

const hourMs = 60 * 60 * 1000;
const at = (text: string) => Date.parse(text);

describe("the calendar", () => {
  it("weeks begin on Mondays and months on the first, in UTC, for a century", () => {
    for (let day = 0; day < 36_525; day += 1) {
      const date = new Date(day * dayMs);
      const found = calendarDay(day * dayMs + dayMs - 1);
      expect(found.day).toBe(day);
      expect(new Date(found.weekStart * dayMs).getUTCDay()).toBe(1);
      expect(day - found.weekStart).toBe((date.getUTCDay() + 6) % 7);
      expect(day - found.monthStart).toBe(date.getUTCDate() - 1);
    }
  });
});

describe.each(engines)("limits that reset, on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const ask = async (
    key: KeyRecord,
    nowMs: number,
    nanousd = 100,
  ): Promise<AdmissionVerdict | undefined> => {
    const request = admitRequest(key, { minimumNanousd: nanousd, desiredNanousd: nanousd, nowMs });
    return (await store.money.admit([request]))[0];
  };
  /** Holds and settles the amount; returns whether the request was admitted. */
  const spend = async (key: KeyRecord, nowMs: number, settledAtMs = nowMs, nanousd = 100) => {
    const request = admitRequest(key, { minimumNanousd: nanousd, desiredNanousd: nanousd, nowMs });
    const [admission] = await store.money.admit([request]);
    if (admission?.outcome !== "admitted") return false;
    await store.money.settle([
      settlement(tenant, request, { costNanousd: nanousd, nowMs: settledAtMs }),
    ]);
    return true;
  };
  const keyWith = (limitReset: LimitReset | null, limitNanousd = 100) =>
    tenant.key({ limitNanousd, limitReset });

  it.each([
    ["daily", "2026-11-21T23:59:59.999Z", "2026-11-22T00:00:00Z"],
    ["weekly", "2026-11-22T23:59:59.999Z", "2026-11-23T00:00:00Z"],
    ["monthly", "2026-11-30T23:59:59.999Z", "2026-12-01T00:00:00Z"],
    ["monthly", "2028-02-29T23:59:59.999Z", "2028-03-01T00:00:00Z"],
    ["weekly", "2026-12-31T12:00:00Z", "2027-01-04T00:00:00Z"],
  ] as const)("%s: full until %s, empty at %s", async (reset, last, first) => {
    const key = await keyWith(reset);
    expect(await spend(key, at(last) - 2 * hourMs)).toBe(true);
    expect(await ask(key, at(last))).toMatchObject({ outcome: "outOfCredits" });
    expect(await spend(key, at(first))).toBe(true);
    expect(await ask(key, at(first) + 1)).toMatchObject({ outcome: "outOfCredits" });
  });

  it("a limit without a period never resets", async () => {
    const key = await keyWith(null);
    expect(await spend(key, at("2026-01-01T00:00:00Z"))).toBe(true);
    expect(await spend(key, at("2030-01-01T00:00:00Z"))).toBe(false);
  });

  it("a hold over midnight counts against both days, and is charged on the day of its settlement", async () => {
    const key = await keyWith("daily", 250);
    const before = at("2026-11-21T23:59:50Z");
    const after = at("2026-11-22T00:00:10Z");
    const request = admitRequest(key, { nowMs: before });
    await store.money.admit([request]);
    expect(await ask(key, after, 200)).toMatchObject({ remainingNanousd: 150 });
    await store.money.settle([settlement(tenant, request, { costNanousd: 100, nowMs: after })]);
    expect(await ask(key, after, 200)).toMatchObject({ remainingNanousd: 150 });
    expect(await spend(key, after, after, 150)).toBe(true);
    expect(await ask(key, after + 1, 1)).toMatchObject({ remainingNanousd: 0 });
  });

  it.each([
    ["daily", 150],
    ["weekly", 50],
    ["monthly", 50],
  ] as const)(
    "a longer period keeps what is left of it when a settlement turns the day: %s",
    async (reset, left) => {
      const key = await keyWith(reset, 250);
      const tuesday = at("2026-11-24T23:59:00Z");
      expect(await spend(key, tuesday)).toBe(true);
      const request = admitRequest(key, { nowMs: tuesday });
      await store.money.admit([request]);
      const wednesday = tuesday + 2 * 60_000;
      await store.money.settle([
        settlement(tenant, request, { costNanousd: 100, nowMs: wednesday }),
      ]);
      expect(await ask(key, wednesday, 200)).toMatchObject({ remainingNanousd: left });
    },
  );

  it("a daily limit is granted once per day, even if the clock jumps around midnight", async () => {
    const key = await keyWith("daily");
    const noon = at("2026-11-21T23:30:00Z");
    expect(await spend(key, noon)).toBe(true);
    // An hour ahead: the new day begins early, and is used up.
    expect(await spend(key, noon + hourMs)).toBe(true);
    // Back again, and then midnight for the second time.
    expect(await spend(key, noon + 1)).toBe(false);
    expect(await spend(key, noon + hourMs + 1)).toBe(false);
    expect(await spend(key, noon + 12 * hourMs)).toBe(false);
    expect(await spend(key, noon + 25 * hourMs)).toBe(true);
  });

  it("no amount is lost if a settlement's clock is an hour behind its admission's", async () => {
    const key = await keyWith("daily", 1000);
    const midnight = at("2026-11-22T00:00:00Z");
    expect(await spend(key, midnight + 10, midnight + 10 - hourMs)).toBe(true);
    const found = await store.keys.get(tenant.organisationId, key.hash);
    expect(found).toMatchObject({ heldNanousd: 0, usageNanousd: 100 });
    expect(await ask(key, midnight + 20, 950)).toMatchObject({ remainingNanousd: 900 });
  });

  it("daily, weekly and monthly sums are kept for every period of the limit", async () => {
    const nowMs = Date.now();
    const key = await keyWith("monthly", 1000);
    expect(await spend(key, nowMs)).toBe(true);
    const read = () => store.keys.get(tenant.organisationId, key.hash);
    for (const limitReset of ["daily", "weekly", "monthly", null] as const) {
      await store.keys.update(actorIn(tenant.organisationId), key.hash, { limitReset });
      expect(await read()).toMatchObject({ spentNanousd: 100, usageNanousd: 100 });
    }
    const later = await keyWith("daily", 1000);
    expect(await spend(later, nowMs - 40 * dayMs)).toBe(true);
    expect(await store.keys.get(tenant.organisationId, later.hash)).toMatchObject({
      spentNanousd: 0,
      usageNanousd: 100,
      usageDailyNanousd: 0,
      usageWeeklyNanousd: 0,
      usageMonthlyNanousd: 0,
    });
  });
});

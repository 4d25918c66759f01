import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { firstTenant } from "../../test/store/records.ts";
import { sampleCaller } from "../../test/support/sample-caller.ts";
import { createAdmission } from "../access/admission.ts";
import { createStoreClock } from "./database-clock.ts";

const postgres = engines.filter(({ engine }) => engine === "postgres");
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe.each(postgres)("two machines on one database", ({ makePlace }) => {
  const places: TestPlace[] = [];
  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all(places.splice(0).map((place) => place[Symbol.asyncDispose]()));
  });

  it("go by its clock, also one whose own clock is a day ahead", async () => {
    const place = await makePlace();
    places.push(place);
    const right = await place.open();
    const tenant = await firstTenant(right);
    const key = await tenant.key({
      ...{ requestsPerMinute: 3, limitNanousd: 1000, limitReset: "daily" },
      expiresAtMs: Date.now() + 60 * minuteMs,
    });
    const caller = sampleCaller({
      ...{ keyId: key.id, keyHash: key.hash, workspaceId: key.workspaceId },
      organisationId: tenant.organisationId,
    });
    const trueNow = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => trueNow() + dayMs);
    const wrong = await place.open();
    await wrong.money.heartbeat("wrong");
    expect(Math.abs(wrong.nowMs() - trueNow())).toBeLessThan(60 * minuteMs);
    const [one, other] = [right, wrong].map((store) =>
      createAdmission(store.money, { enforceCredits: false, nowMs: store.nowMs }),
    );
    const hold = (admission: typeof one) =>
      (admission ?? expect.fail()).hold(caller, {
        generationId: randomUUID(),
        ...{ minimumNanousd: 10, desiredNanousd: 10, tokens: 1, usesCredits: true },
      });
    await hold(other);
    await hold(one);
    await hold(other);
    await expect(hold(other)).rejects.toMatchObject({ status: 429 });
    // Both wait for the same refill, of twenty seconds.
    const refused = await hold(one).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) });
    expect(Object(refused).retryAfterSeconds).toBeLessThanOrEqual(20);
    await Promise.all([one?.close(), other?.close()]);
  });
});

describe("the clock of a store", () => {
  afterEach(() => vi.restoreAllMocks());

  it("goes on from what the database said, by the steady clock", () => {
    const steady = vi.spyOn(performance, "now").mockReturnValue(1000);
    const clock = createStoreClock("postgres");
    // Asked 200 ms ago.
    clock.set(50_000, 800);
    expect(clock.nowMs()).toBe(50_100);
    steady.mockReturnValue(3000);
    expect(clock.nowMs()).toBe(52_100);
  });

  it("is not set by an answer that took long", () => {
    const steady = vi.spyOn(performance, "now").mockReturnValue(0);
    const clock = createStoreClock("postgres");
    clock.set(50_000, 0);
    steady.mockReturnValue(3000);
    clock.set(90_000, 0);
    expect(clock.nowMs()).toBe(53_000);
  });
});

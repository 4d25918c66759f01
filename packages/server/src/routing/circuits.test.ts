import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleCandidate } from "../../test/routing/sample-candidate.ts";
import { endpointKey } from "./catalog.ts";
import { createCircuits, type RoutingCaller } from "./circuits.ts";
import { createHealth } from "./health.ts";

const failuresToOpen = 5;
const openMs = 100;
const candidate = sampleCandidate("a");
const own = sampleCandidate("a", true);
const endpoint = endpointKey(candidate.endpoint);
const asker = (name: string): RoutingCaller => ({ key: name, workspace: `of ${name}` });
const [mallory, alice, bob] = [asker("mallory"), asker("alice"), asker("bob")];

function circuitsAt(clock: { nowMs: number }) {
  const circuits = createCircuits({ failuresToOpen, openMs, nowMs: () => clock.nowMs });
  const fail = (by: RoutingCaller, isCertain = false) =>
    circuits.tryAcquire(candidate, by)?.fail(isCertain);
  const isOpenTo = (by: RoutingCaller) => {
    const permit = circuits.tryAcquire(candidate, by);
    permit?.release();
    return permit !== null;
  };
  return { circuits, fail, isOpenTo };
}

/** What one caller can cause: failures of its requests, with either credential, at any time. */
const provocation = fc.record({
  how: fc.constantFrom("fail" as const, "release" as const, "succeed" as const),
  isByok: fc.boolean(),
  isForced: fc.boolean(),
  waitMs: fc.constantFrom(0, 1, openMs, 3 * openMs),
});

describe("what one caller does", () => {
  it("one caller never closes an endpoint to another caller, in any series of requests", () => {
    fc.assert(
      fc.property(fc.array(provocation, { maxLength: 200 }), (provocations) => {
        const clock = { nowMs: 0 };
        const { circuits, isOpenTo } = circuitsAt(clock);
        for (const { how, isByok, isForced, waitMs } of provocations) {
          clock.nowMs += waitMs;
          const asked = isByok ? own : candidate;
          const permit = isForced
            ? circuits.force(asked, mallory)
            : circuits.tryAcquire(asked, mallory);
          permit?.[how]();
          expect(circuits.state(endpoint)).toBe("closed");
          expect(isOpenTo(alice)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("a caller's own credential never opens another caller's circuit, even where the host does not exist", () => {
    const { circuits, isOpenTo } = circuitsAt({ nowMs: 0 });
    for (let times = 0; times < 20; times += 1) {
      circuits.tryAcquire(own, mallory)?.fail(true);
      circuits.tryAcquire(own, asker(`its workspace ${times}`))?.fail(true);
    }
    expect(circuits.tryAcquire(own, mallory), "its own is left alone").toBeNull();
    expect([isOpenTo(mallory), isOpenTo(alice)]).toEqual([true, true]);
    expect(circuits.tryAcquire(own, alice)).not.toBeNull();
  });

  it("one caller's failures and one failure of another caller are no outage", () => {
    const { fail, isOpenTo } = circuitsAt({ nowMs: 0 });
    for (let times = 0; times < 20; times += 1) fail(mallory);
    fail(alice);
    expect(isOpenTo(bob)).toBe(true);
    fail(alice);
    expect(isOpenTo(bob), "two in a row are another matter").toBe(false);
  });

  it("one caller cannot keep an endpoint closed by failing every trial", () => {
    const clock = { nowMs: 0 };
    const { fail, isOpenTo, circuits } = circuitsAt(clock);
    for (let times = 0; times < failuresToOpen; times += 1) fail(times % 2 === 0 ? alice : bob);
    clock.nowMs += openMs;
    fail(mallory);
    clock.nowMs += openMs;
    expect(isOpenTo(mallory), "its turn has been").toBe(false);
    circuits.tryAcquire(candidate, alice)?.succeed();
    expect(isOpenTo(mallory)).toBe(true);
  });

  it("the circuits of callers are remembered up to a maximum", () => {
    const { circuits } = circuitsAt({ nowMs: 0 });
    for (let number = 0; number < 10_100; number += 1)
      for (let times = 0; times < failuresToOpen; times += 1)
        circuits.force(own, asker(`${number}`)).fail();
    expect(circuits.tryAcquire(own, asker("0"))).not.toBeNull();
    expect(circuits.tryAcquire(own, asker("10099"))).toBeNull();
  });
});

describe("an outage", () => {
  it("an endpoint that refuses connections is closed to all callers after one busy caller's failures", () => {
    const { fail, isOpenTo } = circuitsAt({ nowMs: 0 });
    for (let times = 0; times < failuresToOpen; times += 1) fail(mallory, true);
    expect([isOpenTo(mallory), isOpenTo(alice)]).toEqual([false, false]);
  });

  it("an endpoint that fails otherwise is closed to one busy caller, and to all after a second caller's failure", () => {
    const { fail, isOpenTo } = circuitsAt({ nowMs: 0 });
    for (let times = 0; times < failuresToOpen; times += 1) fail(alice);
    expect([isOpenTo(alice), isOpenTo(bob)]).toEqual([false, true]);
    fail(bob);
    fail(bob);
    expect(isOpenTo(mallory)).toBe(false);
  });

  it("an outage that several callers meet is noticed after the usual number of failures", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(["p", "q", "r", "s", "t", "u"], { minLength: 2 }),
        (names) => {
          const { fail, isOpenTo } = circuitsAt({ nowMs: 0 });
          for (let times = 0; times < failuresToOpen; times += 1)
            fail(asker(names[times % names.length] ?? ""));
          expect(isOpenTo(alice)).toBe(false);
        },
      ),
    );
  });

  it("an outage ends for all callers with the first success of any caller", () => {
    const clock = { nowMs: 0 };
    const { fail, isOpenTo, circuits } = circuitsAt(clock);
    for (let times = 0; times < failuresToOpen; times += 1) fail(mallory, true);
    clock.nowMs += openMs;
    circuits.tryAcquire(candidate, alice)?.succeed();
    expect([isOpenTo(alice), isOpenTo(bob)]).toEqual([true, true]);
  });
});

describe("the share of failures by which an endpoint is chosen", () => {
  const healthOf = () => {
    const circuit = createCircuits({ failuresToOpen, openMs, nowMs: () => 0 });
    const health = createHealth({ circuit, nowMs: () => 0 });
    const rate = (by: RoutingCaller) => health.seenBy(by).get(endpoint)?.failureRate;
    return {
      observe: (by: RoutingCaller, succeeded: boolean) =>
        health.observe(endpoint, { succeeded }, by),
      rate,
    };
  };

  it("the failure rate does not follow from what one other caller met", () => {
    const { observe, rate } = healthOf();
    for (let times = 0; times < 50; times += 1) observe(mallory, false);
    expect([rate(alice), rate(mallory)]).toEqual([0, 1]);
    observe(alice, true);
    expect(rate(bob)).toBe(0);
  });

  it("the failure rate is what most callers met, and what the caller itself met", () => {
    const { observe, rate } = healthOf();
    for (const by of [alice, bob, mallory]) observe(by, false);
    expect(rate(asker("newcomer"))).toBe(1);
    observe(alice, true);
    expect(rate(alice)).toBeCloseTo(0.8);
  });
});

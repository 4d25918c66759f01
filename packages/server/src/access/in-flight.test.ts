import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleCaller, samplePerson } from "../../test/support/sample-caller.ts";
import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import type { Entry } from "./entry.ts";
import { InFlight, type InFlightLimits } from "./in-flight.ts";

const limits: InFlightLimits = { requests: 6, requestsPerKey: 3, bodyBytes: 1_000_000 };
const free = 64 * 1024;

/** Each key of a workspace of its own, unless a test says otherwise. */
function callerOf(
  keyId: number,
  kind: Caller["kind"] = "ordinary",
  workspaceId = `w${keyId}`,
): Caller {
  return sampleCaller({ keyId, kind, workspaceId });
}

/** The message of a refusal. */
function refusal(act: () => unknown): unknown {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { status: error.status, ...error.metadata, retryAfter: error.retryAfterSeconds };
  }
}

const step = fc.oneof(
  fc.record({ do: fc.constant("enter" as const), keyId: fc.nat(3) }),
  fc.record({ do: fc.constant("take" as const), which: fc.nat(20), bytes: fc.nat(600_000) }),
  fc.record({ do: fc.constant("leave" as const), which: fc.nat(20) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function take(all: InFlight, entries: Entry[], one: Step): void {
  if (one.do === "enter") {
    entries.push(all.enter(callerOf(one.keyId)));
    return;
  }
  const entry = entries[one.which % Math.max(entries.length, 1)];
  if (one.do === "take") entry?.take(one.bytes);
  else entry?.leave();
}

describe("what is under way", () => {
  it("requests in flight are limited for each key, and for all of them", () => {
    const all = new InFlight({ limits });
    const entries = [1, 1, 1, 2, 2].map((keyId) => all.enter(callerOf(keyId)));
    expect(refusal(() => all.enter(callerOf(1)))).toEqual({
      ...{ status: 429, of: "requests_in_flight", limit: 3, retryAfter: 1 },
    });
    all.enter(callerOf(3));
    expect(refusal(() => all.enter(callerOf(2)))).toEqual({
      ...{ status: 503, of: "requests_in_flight", limit: 6, retryAfter: 1 },
    });
    expect(
      refusal(() => all.enter(callerOf(9, "management"))),
      "management keys are exempt, so that an overload can be ended",
    ).toBe(null);
    for (const entry of entries) entry.leave();
    expect(refusal(() => all.enter(callerOf(1)))).toBeNull();
  });

  it("the keys of one workspace have three quarters of the places together", () => {
    const all = new InFlight({ limits });
    const asks = (keyId: number, workspaceId: string) =>
      all.enter(callerOf(keyId, "ordinary", workspaceId));
    const entries = [1, 1, 1, 2, 2].map((keyId) => asks(keyId, "one"));
    expect(refusal(() => asks(3, "one"))).toEqual({
      ...{ status: 429, of: "requests_in_flight", limit: 5, retryAfter: 1 },
    });
    entries.push(asks(4, "other"));
    expect(refusal(() => asks(5, "third"))).toMatchObject({ status: 503 });
    for (const entry of entries) entry.leave();
    for (const keyId of [1, 1, 1, 2, 2]) asks(keyId, "one");
  });

  it("a request without a key is admitted where all places are taken and memory is short", () => {
    const memory = { isShort: false };
    const all = new InFlight({ limits, isMemoryShort: () => memory.isShort });
    for (const keyId of [1, 1, 1, 2, 2, 3]) all.enter(callerOf(keyId));
    memory.isShort = true;
    expect(refusal(() => all.enter(null, "192.0.2.1"))).toBeNull();
    expect(refusal(() => all.enter(callerOf(4)))).toMatchObject({ status: 503 });
  });

  it("no further request is admitted while memory is short", () => {
    const memory = { isShort: true };
    const all = new InFlight({ limits, isMemoryShort: () => memory.isShort });
    expect(refusal(() => all.enter(callerOf(1)))).toEqual({
      ...{ status: 503, of: "memory", retryAfter: 1 },
    });
    memory.isShort = false;
    expect(refusal(() => all.enter(callerOf(1)))).toBeNull();
  });

  it("signed requests are limited together, apart from keys", () => {
    const all = new InFlight({ limits });
    const entries = [1, 2, 3].map((host) => all.enter(null, `192.0.2.${host}`));
    expect(refusal(() => all.enter(null, "192.0.2.4"))).toEqual({
      ...{ status: 503, of: "requests_in_flight", limit: 3, retryAfter: 1 },
    });
    expect(refusal(() => entries[0]?.take(free + 750_001))).toEqual({
      ...{ status: 503, of: "body_bytes_in_flight", limit: 750_000, retryAfter: 1 },
    });
    expect(all.keyIds()).toEqual([]);
    for (const entry of entries) entry.leave();
    expect(all.requests).toBe(0);
  });

  it("requests without a key are limited for each network, so that one leaves room for others", () => {
    const all = new InFlight({ limits: { requests: 100, requestsPerKey: 32, bodyBytes: 1 } });
    const entries = ["2001:db8::1", "2001:db8::2"].map((address) => all.enter(null, address));
    expect(refusal(() => all.enter(null, "2001:db8:0:0:1::"))).toEqual({
      ...{ status: 429, of: "requests_in_flight", limit: 2, retryAfter: 1 },
    });
    const others = ["2001:db8:1::1", "192.0.2.1", null].map((address) => all.enter(null, address));
    expect(all.requests).toBe(5);
    for (const entry of [...entries, ...others]) entry.leave();
    all.enter(null, "2001:db8::1").leave();
  });

  it("bodies have room up to a sum, three quarters of it for one key, and small ones always", () => {
    const all = new InFlight({ limits });
    const [large, second] = [all.enter(callerOf(1)), all.enter(callerOf(1))];
    large.take(free + 750_000);
    expect(refusal(() => second.checkRoom(free + 1))).toEqual({
      ...{ status: 429, of: "body_bytes_in_flight", limit: 750_000, retryAfter: 1 },
    });
    second.take(free);
    const others = all.enter(callerOf(2));
    others.take(free + 250_000);
    expect(refusal(() => others.take(1))).toMatchObject({ status: 503, limit: 1_000_000 });
    const small = all.enter(callerOf(3));
    for (let taken = 0; taken < free; taken += 1024) small.take(1024);
    expect(refusal(() => small.take(1))).toMatchObject({ status: 503 });
    large.leave();
    expect(refusal(() => small.take(1))).toBeNull();
  });

  it("requests of one key can be stopped, also before they listen for it", () => {
    const all = new InFlight({ limits });
    const [early, late, other] = [1, 1, 2].map((keyId) => all.enter(callerOf(keyId)));
    const told: string[] = [];
    early?.whenStopped((reason) => told.push(`early ${reason.status}`));
    other?.whenStopped(() => told.push("other"));
    all.stop(1, new GatewayError("unauthenticated"));
    late?.whenStopped((reason) => told.push(`late ${reason.status}`));
    expect(told).toEqual(["early 401", "late 401"]);
    expect(all.keyIds()).toEqual([1, 2]);
  });

  it("people have places of their own, by their sessions, and none is a key's", () => {
    const all = new InFlight({ limits });
    const [ada, grace] = [samplePerson("ada"), samplePerson("grace")];
    const entries = [ada, ada, ada, grace].map((person) => all.enter(person));
    expect(refusal(() => all.enter(ada))).toMatchObject({ status: 429 });
    expect(refusal(() => all.enter(grace))).toBeNull();
    expect(all.keyIds()).toEqual([]);
    for (const entry of entries) entry.leave();
    expect(refusal(() => all.enter(ada))).toBeNull();
  });

  it("the counts are zero after all requests have ended, in any order of taking, refusing and leaving", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const all = new InFlight({ limits });
        const entries: Entry[] = [];
        for (const one of steps) {
          refusal(() => take(all, entries, one));
          expect(all.requests).toBeLessThanOrEqual(limits.requests);
          expect(all.bodyBytes).toBeLessThanOrEqual(limits.bodyBytes);
          expect(all.bodyBytes).toBeGreaterThanOrEqual(0);
        }
        for (const entry of entries) entry.leave();
        expect([all.requests, all.bodyBytes, all.keyIds()]).toEqual([0, 0, []]);
      }),
    );
  });
});

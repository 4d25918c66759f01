import { describe, expect, it, vi } from "vitest";
import { GatewayError } from "../errors.ts";
import { createSignInGuard } from "./sign-in-guard.ts";

function guardAt(clock: { nowMs: number }, mostAddresses = 100) {
  const guard = createSignInGuard({
    ...{ mostFailures: 2, perMs: 60_000, mostAddresses },
    now: () => clock.nowMs,
  });
  /** Whether an attempt, which fails, was let in. */
  return (address: string | null): boolean => {
    try {
      guard.attempt(address);
      return true;
    } catch (error) {
      if (error instanceof GatewayError && error.kind === "rateLimited") return false;
      throw error;
    }
  };
}

function refusalOf(act: () => unknown): GatewayError {
  try {
    act();
  } catch (error) {
    if (error instanceof GatewayError) return error;
  }
  throw new Error("It was not refused.");
}

describe("the guard of sign-ins", () => {
  it("refuses an address after so many failures, until their minute is over", () => {
    const clock = { nowMs: 0 };
    const fails = guardAt(clock);
    expect([fails("192.0.2.1"), fails("192.0.2.1"), fails("192.0.2.1")]).toEqual([
      ...[true, true, false],
    ]);
    expect(fails("192.0.2.2")).toBe(true);
    clock.nowMs = 59_999;
    expect(fails("192.0.2.1")).toBe(false);
    clock.nowMs = 60_000;
    expect(fails("192.0.2.1")).toBe(true);
  });

  it("says the true wait after the machine's clock was ahead", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    const guard = createSignInGuard();
    for (let nth = 0; nth < 10; nth += 1) guard.attempt("192.0.2.1");
    vi.useRealTimers();
    const refused = refusalOf(() => guard.attempt("192.0.2.1"));
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it("bounds the sign-ins that succeed, by their owner", () => {
    const clock = { nowMs: 0 };
    const guard = createSignInGuard({ mostSessions: 2, now: () => clock.nowMs });
    guard.begin("a key");
    guard.begin("a key");
    expect(refusalOf(() => guard.begin("a key"))).toMatchObject({
      kind: "rateLimited",
      retryAfterSeconds: 60,
    });
    guard.begin("another key");
    clock.nowMs = 60_000;
    guard.begin("a key");
  });

  it("counts attempts at once, before their outcome is known, and forgets those that succeed", () => {
    const guard = createSignInGuard({ mostFailures: 2 });
    const [one, other] = [guard.attempt("192.0.2.1"), guard.attempt("192.0.2.1")];
    expect(() => guard.attempt("192.0.2.1")).toThrow(GatewayError);
    one.succeeded();
    other.succeeded();
    expect(() => guard.attempt("192.0.2.1")).not.toThrow();
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", false],
    ["2001:db8::1", "2001:db8:0:0:1::", false],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", true],
    ["::1", "192.0.2.1", true],
  ])("takes a network of version 6 for one subscriber: %s and %s", (one, other, isOther) => {
    const fails = guardAt({ nowMs: 0 });
    fails(one);
    fails(one);
    expect(fails(other)).toBe(isOther);
  });

  it("remembers a bounded number of addresses", () => {
    const fails = guardAt({ nowMs: 0 }, 2);
    fails("192.0.2.1");
    fails("192.0.2.1");
    expect(fails("192.0.2.1")).toBe(false);
    fails("192.0.2.2");
    fails("192.0.2.3");
    expect(fails("192.0.2.1"), "the oldest is forgotten").toBe(true);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GatewayError, HungUp } from "../errors.ts";
import { Leaving } from "./leaving.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("leaving", () => {
  it("the upstream is left at once when the caller leaves and the answer has begun", () => {
    const caller = new AbortController();
    const leaving = new Leaving(caller.signal, { awaitUsageMs: 1000 });
    leaving.hurry();
    leaving.hurry();
    caller.abort("gone");
    expect(leaving.signal.reason).toBe("gone");
  });

  it("the upstream is left after a wait when the caller leaves and the answer has not begun", () => {
    const caller = new AbortController();
    const leaving = new Leaving(caller.signal, { awaitUsageMs: 1000 });
    caller.abort();
    vi.advanceTimersByTime(999);
    expect(leaving.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(leaving.signal.aborted).toBe(true);
  });

  it("the upstream is left as soon as the answer begins when the caller has left", () => {
    const caller = new AbortController();
    const leaving = new Leaving(caller.signal, { awaitUsageMs: 1000 });
    caller.abort();
    expect(leaving.signal.aborted).toBe(false);
    leaving.hurry();
    expect(leaving.signal.aborted).toBe(true);
  });

  it("the upstream is left at once when the caller left before it was asked", () => {
    expect(new Leaving(AbortSignal.abort(), { awaitUsageMs: 1000 }).signal.aborted).toBe(true);
  });

  describe("an answer in one piece", () => {
    const awaiting = () => {
      const [caller, later] = [new AbortController(), new AbortController()];
      const patience = { awaitUsageMs: 1000, untilAnswered: true };
      const hangUp = () => caller.abort(new HungUp(later.signal));
      return { caller, later, hangUp, leaving: new Leaving(caller.signal, patience) };
    };

    it("is awaited without a limit when the caller leaves", () => {
      const { hangUp, leaving } = awaiting();
      hangUp();
      vi.advanceTimersByTime(3_600_000);
      expect(leaving.signal.aborted).toBe(false);
      expect(vi.getTimerCount()).toBe(0);
    });

    it("is awaited for a moment when the gateway stops the request after its caller has left", () => {
      const { hangUp, later, leaving } = awaiting();
      hangUp();
      vi.advanceTimersByTime(3_600_000);
      later.abort();
      vi.advanceTimersByTime(999);
      expect(leaving.signal.aborted).toBe(false);
      vi.advanceTimersByTime(1);
      expect(leaving.signal.aborted).toBe(true);
    });

    it("is awaited for a moment when the gateway stops the request", () => {
      const { caller, leaving } = awaiting();
      caller.abort(new GatewayError("unauthenticated"));
      vi.advanceTimersByTime(1000);
      expect(leaving.signal.aborted).toBe(true);
    });

    it("sets no timer after it has ended", () => {
      const { hangUp, later, leaving } = awaiting();
      hangUp();
      leaving.end();
      later.abort();
      expect(vi.getTimerCount()).toBe(0);
      expect(leaving.signal.aborted).toBe(false);
    });
  });

  it("no timer is left behind when the answer has ended", () => {
    const caller = new AbortController();
    const leaving = new Leaving(caller.signal, { awaitUsageMs: 1000 });
    caller.abort();
    leaving.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(leaving.signal.aborted).toBe(false);
  });
});

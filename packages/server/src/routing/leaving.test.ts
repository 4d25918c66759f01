import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Leaving } from "./leaving.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("leaving", () => {
  it("the upstream is left at once when the caller leaves and the answer has begun", () => {
    const caller = new AbortController();
    const leaving = new Leaving(caller.signal, 1000);
    leaving.hurry();
    leaving.hurry();
    caller.abort("gone");
    expect(leaving.signal.reason).toBe("gone");
  });

  it("the upstream is left after a wait when the caller leaves and the answer has not begun", () => {
    const caller = new AbortController();
    const leaving = new Leaving(caller.signal, 1000);
    caller.abort();
    vi.advanceTimersByTime(999);
    expect(leaving.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(leaving.signal.aborted).toBe(true);
  });

  it("the upstream is left as soon as the answer begins when the caller has left", () => {
    const caller = new AbortController();
    const leaving = new Leaving(caller.signal, 1000);
    caller.abort();
    expect(leaving.signal.aborted).toBe(false);
    leaving.hurry();
    expect(leaving.signal.aborted).toBe(true);
  });

  it("the upstream is left at once when the caller left before it was asked", () => {
    expect(new Leaving(AbortSignal.abort(), 1000).signal.aborted).toBe(true);
  });

  it("no timer is left behind when the answer has ended", () => {
    const caller = new AbortController();
    const leaving = new Leaving(caller.signal, 1000);
    caller.abort();
    leaving.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(leaving.signal.aborted).toBe(false);
  });
});

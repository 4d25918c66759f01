import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { type Lease, Renewed } from "./renewed.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;

/** Gives out 1, 2, 3, … for so long; counts how often it was asked. */
function source(livesMs: number) {
  const fetch = vi.fn(async (): Promise<Lease<number>> => {
    return { value: fetch.mock.calls.length, endsAtMs: Date.now() + livesMs };
  });
  return fetch;
}

const away = () => new UpstreamError("credential", "away");

describe("a renewed credential", () => {
  it("is fetched once for all who wait, and used until shortly before its end", async () => {
    const renewed = new Renewed<number>();
    const fetch = source(60 * minute);
    const all = await Promise.all([renewed.get(fetch), renewed.get(fetch), renewed.get(fetch)]);
    expect(all).toEqual([1, 1, 1]);
    vi.advanceTimersByTime(55 * minute);
    expect(await renewed.get(fetch)).toBe(1);
    vi.advanceTimersByTime(2 * minute);
    expect(await Promise.all([renewed.get(fetch), renewed.get(fetch)])).toEqual([2, 2]);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("serves to its end while it cannot be renewed, and not beyond", async () => {
    const renewed = new Renewed<number>();
    await renewed.get(source(60 * minute));
    vi.advanceTimersByTime(58 * minute);
    const failing = () => Promise.reject(away());
    expect(await renewed.get(failing)).toBe(1);
    vi.advanceTimersByTime(3 * minute);
    await expect(renewed.get(failing)).rejects.toThrow("away");
  });

  it("that was forgotten is fetched again, but not because of one before it", async () => {
    const renewed = new Renewed<number>();
    const fetch = source(60 * minute);
    await renewed.get(fetch);
    renewed.forget(0);
    expect(await renewed.get(fetch)).toBe(1);
    renewed.forget(1);
    expect(await renewed.get(fetch)).toBe(2);
  });

  it("that was forgotten does not come back when the next cannot be fetched", async () => {
    const renewed = new Renewed<number>();
    await renewed.get(source(3 * minute));
    renewed.forget(1);
    await expect(renewed.get(() => Promise.reject(away()))).rejects.toThrow("away");
  });

  it("fails for some time without being fetched, with an error for each that asks", async () => {
    const renewed = new Renewed<number>({ failureHoldsMs: 5_000 });
    const failing = vi.fn(() => Promise.reject(away()));
    const errors = new Set<unknown>();
    for (let count = 0; count < 3; count += 1)
      await renewed.get(failing).catch((error: unknown) => errors.add(error));
    expect([failing.mock.calls.length, errors.size]).toEqual([1, 3]);
    vi.advanceTimersByTime(5_001);
    expect(await renewed.get(source(60 * minute))).toBe(1);
  });

  it("is still fetched for the others when one of those who wait leaves", async () => {
    const renewed = new Renewed<number>();
    const { promise, resolve } = Promise.withResolvers<Lease<number>>();
    const leaving = new AbortController();
    const left = renewed.get(() => promise, leaving.signal);
    const stays = renewed.get(() => promise);
    leaving.abort(new Error("left"));
    await expect(left).rejects.toThrow("left");
    resolve({ value: 7, endsAtMs: Date.now() + 60 * minute });
    expect(await stays).toBe(7);
  });
});

import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEndpointFigures } from "../src/operations/catalogue/endpoint-figures.ts";
import { measured } from "../src/routing/measurements.ts";
import type { Store } from "../src/store/store.ts";
import { engines, type TestPlace } from "./store/engines.ts";

const minuteMs = 60_000;

describe.each(engines)("the figures of endpoints on $engine", inOrder, ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let nowMs = Date.parse("2026-11-22T12:00:00Z");
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const process = () =>
    createEndpointFigures({
      store: store.endpointSlots,
      nowMs: () => nowMs,
      writeMs: 1e6,
      onProblem: (error) => {
        throw error;
      },
    });

  it("what several processes saw adds up, and each window counts only its time", async () => {
    const [one, other] = [process(), process()];
    one.observe("a m", { succeeded: true, latencyMs: 100, tokensPerSecond: 50 });
    one.observe("b m", { succeeded: false });
    await one.close();
    nowMs += 20 * minuteMs;
    for (let times = 0; times < 3; times += 1)
      other.observe("a m", { succeeded: true, latencyMs: 1000 });
    other.observe("a m", { succeeded: false });
    const slots = (await other.read(["a m"])).get("a m") ?? [];
    const now = measured(slots, nowMs);
    expect(now).toMatchObject({ uptime5m: 75, uptime30m: 80, uptime1d: 80 });
    expect(now.latency30m?.p90).toBeGreaterThan(900);
    expect(now.throughput30m?.p50).toBeGreaterThan(45);
    nowMs += 60 * minuteMs;
    const later = measured((await other.read(["a m"])).get("a m") ?? [], nowMs);
    expect(later).toMatchObject({
      uptime5m: null,
      uptime30m: null,
      uptime1d: 80,
      latency30m: null,
    });
    expect((await other.read(["none"])).size).toBe(0);
    await other.close();
  });

  it("a slot that is written again replaces what stood there", async () => {
    const one = process();
    one.observe("c m", { succeeded: true });
    await one.read(["c m"]);
    one.observe("c m", { succeeded: true });
    expect((await one.read(["c m"])).get("c m")).toMatchObject([{ answered: 2, failed: 0 }]);
    await one.close();
  });

  it("a store that does not answer loses nothing that was counted", async () => {
    let isAway = true;
    const one = createEndpointFigures({
      store: {
        ...store.endpointSlots,
        write: (...given) =>
          isAway ? Promise.reject(new Error("away")) : store.endpointSlots.write(...given),
      },
      nowMs: () => nowMs,
      writeMs: 1e6,
      onProblem: () => undefined,
    });
    one.observe("d m", { succeeded: true });
    await expect(one.read(["d m"])).rejects.toThrow("away");
    nowMs += 5 * minuteMs;
    isAway = false;
    expect((await one.read(["d m"])).get("d m")).toMatchObject([{ answered: 1 }]);
    await one.close();
  });

  it("slots older than asked are removed", async () => {
    const newest = Math.floor(nowMs / (5 * minuteMs));
    expect(await store.endpointSlots.prune(newest + 1)).toBeGreaterThan(2);
    expect(await store.endpointSlots.since(0)).toEqual([]);
  });
});

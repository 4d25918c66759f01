import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { LoopDelay, watchLoopDelay } from "./loop-delay.ts";

/** A turn of the event loop that lasts long enough to be noticed by a monitor that looks every 20 ms. */
async function hold(ms: number): Promise<void> {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
  await new Promise((resolve) => setTimeout(resolve, 1));
}

it("the event loop's delay is measured while there is work, and for one window after it", async () => {
  const delay = new LoopDelay();
  await hold(60);
  expect(delay.now.max).toBe(0);
  delay.note();
  do await hold(60);
  while (delay.now.max === 0);
  const { max } = delay.now;
  expect(max).toBeGreaterThanOrEqual(20);
  delay.turn();
  expect(delay.last.max).toBeGreaterThanOrEqual(max);
  delay.turn();
  await hold(60);
  expect(delay.now.max).toBe(0);
});

it("Prometheus gets the delays of the last window under the names that it knows, in seconds", async () => {
  const registry = new Registry();
  const read = () => ({ min: 1, max: 250, mean: 20, stddev: 5, p50: 10, p90: 50, p99: 100 });
  watchLoopDelay(registry, read);
  const text = await registry.metrics();
  expect(text).toContain("\nnodejs_eventloop_lag_p99_seconds 0.1\n");
  expect(text).toContain("\nnodejs_eventloop_lag_max_seconds 0.25\n");
  expect(text.match(/^nodejs_eventloop_lag_/gm)).toHaveLength(7);
});

import { syncBuiltinESMExports } from "node:module";
import perfHooks from "node:perf_hooks";
import { afterEach, expect, it, vi } from "vitest";
import { startTestGateway } from "./support/gateway.ts";

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

type Monitor = ReturnType<typeof perfHooks.monitorEventLoopDelay>;

/** Of a monitor that was made with `resolution`: it is a timer that nobody sees. */
function isAwake(monitor: Monitor | undefined, resolution = 10): boolean {
  const wasAsleep = monitor?.enable() !== false;
  if (wasAsleep) monitor?.disable();
  return !wasAsleep && resolution < 1000;
}

it("no timer of an idle gateway fires more often than once a second", async () => {
  const intervals = vi.spyOn(globalThis, "setInterval");
  const monitors = vi.spyOn(perfHooks, "monitorEventLoopDelay");
  syncBuiltinESMExports();
  await using gateway = await startTestGateway();
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  const everyMs = intervals.mock.calls.map(([, ms]) => ms ?? 0);
  expect(everyMs.length).toBeGreaterThan(5);
  expect(Math.min(...everyMs)).toBeGreaterThanOrEqual(1000);
  const { calls, results } = monitors.mock;
  expect(calls.length).toBeGreaterThanOrEqual(2);
  expect(calls.filter(([how], at) => isAwake(results[at]?.value, how?.resolution))).toEqual([]);
});

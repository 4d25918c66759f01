import { expect, it, vi } from "vitest";
import { createAlertLoop } from "./alert-loop.ts";

it("a nudge during a slow look is remembered, although the loop's own time comes meanwhile", async () => {
  vi.useFakeTimers();
  try {
    const slow = Promise.withResolvers<[]>();
    const fanOut = vi.fn(() => slow.promise);
    const loop = createAlertLoop(
      {
        alerts: { fanOut },
        noticesOf: () => [],
        onTold: () => {},
        onProblem: (error) => expect.fail(String(error)),
      },
      { pollMs: 5000, soonMs: 250 },
    );
    loop.nudge();
    await vi.advanceTimersByTimeAsync(5000);
    slow.resolve([]);
    await vi.advanceTimersByTimeAsync(250);
    expect(fanOut).toHaveBeenCalledTimes(2);
    await loop.close();
  } finally {
    vi.useRealTimers();
  }
});

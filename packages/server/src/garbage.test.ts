import { afterEach, expect, it, vi } from "vitest";
import { collectGarbage, giveStartBack } from "./garbage.ts";

afterEach(() => void vi.useRealTimers());

it("what a start leaves is collected once, a moment after it, unless somebody asks already", () => {
  vi.useFakeTimers();
  const collect = vi.fn(() => collectGarbage("last-resort"));
  const garbage = Array.from({ length: 500_000 }, (_, index) => ({ index }));
  const before = process.memoryUsage().heapTotal;
  garbage.length = 0;
  giveStartBack({ underWay: () => 0 }, collect);
  giveStartBack({ underWay: () => 1 }, collect);
  vi.advanceTimersByTime(500);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledOnce();
  expect(process.memoryUsage().heapTotal).toBeLessThan(before - 10_000_000);
});

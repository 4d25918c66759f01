import type { Schema } from "@portico/client";
import { describe, expect, it } from "vitest";
import { ticksOf, waterfallOf } from "./attempts.tsx";

type Attempt = Schema<"GenerationAttempt">;

const attempts = (...given: Partial<Attempt>[]): Attempt[] =>
  given.map((attempt) => ({ status: 200, endpoint_id: "acme/writer", failure: null, ...attempt }));
const error = { code: "overloaded", message: "Status 529." };

describe("the waterfall", () => {
  it("puts each attempt where it began", () => {
    const { spans, end, firstByte } = waterfallOf({
      provider_responses: attempts(
        { status: 529, failure: "overloaded", start: 12, latency: 41 },
        { start: 103, latency: 200 },
      ),
      latency: 150,
      error: null,
    });
    expect(spans.map(({ from, to, isServing }) => [from, to, isServing])).toEqual([
      [12, 53, false],
      [103, 303, true],
    ]);
    expect([firstByte, end]).toEqual([150, 303]);
  });

  it("puts an attempt behind the one before where its beginning was not kept", () => {
    const { spans } = waterfallOf({
      provider_responses: attempts(
        { latency: 40, failure: "timeout", status: null },
        { latency: 60 },
      ),
      latency: 100,
      error: null,
    });
    expect(spans.map(({ from, to }) => [from, to])).toEqual([
      [0, 40],
      [40, 100],
    ]);
  });

  it("serves nothing and has no first byte where the request failed", () => {
    const { spans, firstByte } = waterfallOf({
      provider_responses: attempts({ start: 0, latency: 10 }),
      latency: 10,
      error,
    });
    expect(spans.every(({ isServing }) => !isServing)).toBe(true);
    expect(firstByte).toBeNull();
  });

  it("has room for nothing at all", () => {
    expect(waterfallOf({ provider_responses: null, latency: null, error })).toMatchObject({
      spans: [],
      end: 1,
    });
  });
});

it.each([
  [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [303, [0, 100, 200, 300]],
  [1000, [0, 200, 400, 600, 800, 1000]],
  [7, [0, 2, 4, 6]],
])("the axis of %s ms has round times", (end, ticks) => {
  expect(ticksOf(end).map((tick) => Number(tick.toFixed(6)))).toEqual(ticks);
});

import { describe, expect, it } from "vitest";
import { Canary, CanaryRuns } from "./canary.ts";
import type { Candidate, Model } from "./catalog.ts";

const marks = { failurePercent: 10, slower: 3, requests: 20, windowMs: 600_000 };
const rule = { route: "old", to: "new", percent: 5, keys: new Set([7]), rollBack: marks };
const [old, next] = [{ id: "old" } as Model, { id: "new" } as Model];
const by = (model: Model, byok = false) => ({ model, byok }) as Candidate;

function judged() {
  const clock = { nowMs: 0 };
  const told: Canary[] = [];
  const parts = { nowMs: () => clock.nowMs, onRollBack: (one: Canary) => void told.push(one) };
  const canary = new Canary(rule, parts);
  /** Requests one after another. */
  const serve = (count: number, asked: Model | null, served: Candidate | null, tookMs = 100) => {
    for (let made = 0; made < count; made += 1) {
      const end = canary.begin(asked);
      clock.nowMs += tookMs;
      end(served, false);
    }
  };
  return { canary, clock, told, parts, serve };
}

describe("a canary", () => {
  it("gets its share of the sessions, each always or never, and all of its keys", () => {
    const { canary } = judged();
    const drawn = Array.from({ length: 1_000 }, (_, at) => canary.draws(() => at / 1_000, 1));
    expect(drawn.filter(Boolean)).toHaveLength(50);
    expect(canary.draws(() => 0.9, 7)).toBe(true);
    expect(canary.draws(() => 0.9, null)).toBe(false);
  });

  it("is rolled back with the first failure beyond the mark, also before enough requests, and told once", () => {
    const { canary, told, serve } = judged();
    serve(2, next, by(old));
    expect(canary.rolledBack).toBeNull();
    serve(1, next, by(old));
    expect(canary.rolledBack).toMatchObject({ reason: "failures", requests: 3, failures: 3 });
    serve(3, next, by(old));
    expect(told).toEqual([canary]);
    expect(canary.draws(() => 0, 7)).toBe(false);
  });

  it("stays for failures that the usual model shares, and for those of a workspace's own credential", () => {
    const { canary, serve } = judged();
    serve(30, next, null);
    serve(30, next, by(old, true));
    serve(100, next, by(next));
    serve(9, next, by(old));
    expect(canary.rolledBack).toBeNull();
  });

  it("forgets what is older than its window", () => {
    const { canary, clock, serve } = judged();
    serve(2, next, by(old));
    clock.nowMs += marks.windowMs + 1_000;
    serve(2, next, by(old));
    expect(canary.rolledBack).toBeNull();
  });

  it("is rolled back for being slow, by the median of the usual model", () => {
    const { canary, serve } = judged();
    serve(10, null, by(old), 200);
    serve(50, next, by(next), 590);
    expect(canary.rolledBack).toBeNull();
    serve(60, next, by(next), 610);
    expect(canary.rolledBack).toMatchObject({ reason: "latency", failures: 0 });
  });

  it("is rolled back while its answers do not come at all", () => {
    const { canary, clock, serve } = judged();
    serve(10, null, by(old), 200);
    for (let waiting = 0; waiting < 11; waiting += 1) canary.begin(next);
    clock.nowMs += 1_000;
    canary.begin(next);
    expect(canary.rolledBack).toMatchObject({ reason: "latency", requests: 0, slow: 11 });
  });
});

it("what a canary has met is kept until another version of the configuration", () => {
  const { parts } = judged();
  const runs = new CanaryRuns(parts);
  const first = runs.of([rule], 3)?.get("old");
  expect(runs.of([rule], 3)?.get("old")).toBe(first);
  expect(runs.of([rule], 4)?.get("old")).not.toBe(first);
  expect(runs.of(undefined, 5)).toBeNull();
});

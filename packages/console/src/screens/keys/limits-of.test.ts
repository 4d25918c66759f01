import { describe, expect, it } from "vitest";
import { bindingLimits, ownLimitOf } from "./limits-of.ts";

const none = { limit: null, limit_remaining: null, limit_reset: null };
const key = {
  name: "Search",
  kind: "ordinary",
  workspace_id: "w1",
  ...none,
  usage: 9,
  usage_daily: 1,
  usage_weekly: 2,
  usage_monthly: 3,
} as const;

const state = { spent: 0, held: 0, resets_at: null, raise_until: null };
const budget = {
  id: "b1",
  name: "Team",
  scope: "workspace",
  workspace_id: "w1",
  state: { ...state, limit: 5, remaining: 4 },
} as const;

describe("ownLimitOf", () => {
  it.each([
    ["daily", 1],
    ["weekly", 2],
    ["monthly", 3],
    [null, 9],
  ] as const)("counts what was spent in the period %s", (reset, spent) => {
    const limit = ownLimitOf({ ...key, limit: 10, limit_remaining: 0.5, limit_reset: reset });
    expect(limit).toEqual({ limit: 10, spent, remaining: 0.5, held: 9.5 - spent });
  });

  it("has whole nanodollars", () => {
    const limit = ownLimitOf({ ...key, usage: 0.1, limit: 0.3, limit_remaining: 0.2 });
    expect(limit?.held).toBe(0);
  });

  it("is nothing without a limit", () => {
    expect(ownLimitOf(key)).toBeNull();
  });
});

describe("bindingLimits", () => {
  const credits = { total_credits: 10, total_usage: 9, remaining: 1, enforced: true };

  it("has least left first", () => {
    const limits = bindingLimits(
      { ...key, limit: 20, limit_remaining: 7 },
      { budgets: [budget], credits },
    );
    expect(limits.map(({ source }) => source)).toEqual(["credits", "workspace", "key"]);
  });

  it("leaves out other workspaces, end users, and credits that refuse nothing", () => {
    const others = [
      { ...budget, workspace_id: "w2" },
      { ...budget, scope: "end_user" },
    ] as const;
    expect(
      bindingLimits(key, { budgets: others, credits: { ...credits, enforced: false } }),
    ).toEqual([]);
  });

  it("knows that a management key never spends", () => {
    expect(bindingLimits({ ...key, kind: "management" }, { budgets: [budget], credits })).toEqual(
      [],
    );
  });
});

import { expect, test } from "vitest";
import { type CountedRow, hourMs, LedgerSums } from "./hour-counts.ts";

const row: CountedRow = {
  request_id: "gen-1",
  organisation_id: "org",
  group_id: "group",
  key_id: 1,
  workspace_id: "workspace",
  model: "a/model",
  provider: "one",
  app_url: null,
  app_title: null,
  settled_at_ms: 10 * hourMs,
  charged_day: 0,
  status: 200,
  estimated: 0,
  byok: 0,
  input_tokens: 5,
  output_tokens: 7,
  cached_input_tokens: 0,
  reasoning_tokens: 0,
  charged_nanousd: 100,
  unbilled_nanousd: 3,
  latency_ms: 200,
  first_token_ms: 50,
};

test("a row that is added and subtracted leaves nothing", () => {
  const sums = new LedgerSums();
  sums.add(row, []);
  sums.add(row, [], -1);
  const nothing = { latencies: new Map(), firstTokens: new Map(), tokens: 0, ms: 0 };
  expect(sums.hours().map(({ times }) => times)).toEqual([nothing, nothing]);
  expect(sums.days().map(({ times }) => times)).toEqual([nothing, nothing]);
  for (const { counts } of sums.hours())
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
});

test("rows of one hour that were charged on two days are one hour and two days", () => {
  const sums = new LedgerSums();
  sums.add(row, []);
  sums.add({ ...row, charged_day: 1 }, []);
  expect(sums.hours().map(({ isCoarse, counts }) => [isCoarse, counts.requests])).toEqual([
    [false, 2],
    [true, 2],
  ]);
  expect(sums.days().map(({ day, isCoarse, times }) => [day, isCoarse, times.tokens])).toEqual([
    [0, false, 7],
    [0, true, 7],
    [1, false, 7],
    [1, true, 7],
  ]);
});

test("two keys of a workspace are two groups and one coarse group", () => {
  const sums = new LedgerSums();
  sums.add(row, []);
  sums.add({ ...row, key_id: 2, group_id: "another" }, []);
  const fine = sums.hours().filter(({ isCoarse }) => !isCoarse);
  const coarse = sums.hours().filter(({ isCoarse }) => isCoarse);
  expect(fine.map(({ group, counts }) => [group.group_id, counts.cost_nanousd])).toEqual([
    ["group", 100],
    ["another", 100],
  ]);
  expect(coarse.map(({ counts, times }) => [counts.cost_nanousd, times.tokens])).toEqual([
    [200, 14],
  ]);
});

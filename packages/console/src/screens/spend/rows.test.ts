import { expect, it } from "vitest";
import { activityRow } from "../../../test/support/activity-row.ts";
import { cellsOf, crossedOf, narrowedTo } from "./rows.ts";

const key = "a".repeat(64);
const row = activityRow({ date: "2026-11-20", api_key_hash: key, model: "acme/writer" });

it("a click on a row filters by it, and shows what it is made of", () => {
  const byKey = narrowedTo(row, "key", { from: "2026-11-01" });
  expect(byKey).toEqual({ from: "2026-11-01", key, rows: "model", stack: "app" });
  expect(narrowedTo(row, "model", byKey ?? {})).toMatchObject({ rows: "app", stack: "provider" });
});

it("a day is looked into by its hours", () => {
  expect(narrowedTo(row, "day", { rows: "day" })).toMatchObject({
    ...{ from: "2026-11-20", to: "2026-11-20", by: "hour" },
  });
});

it("what has no value cannot be filtered by", () => {
  expect(narrowedTo(row, "provider", {})).toBeNull();
});

const crossed = crossedOf([
  { row: "r", column: "a", amount: 0.1 },
  { row: "r", column: "b", amount: 0.2 },
  { row: "other", column: "c", amount: 5 },
]);
const cellsRow = { id: "r", amount: 0.4 };

it("a cellsRow has its amounts by columns, and the rest of its total", () => {
  expect(cellsOf(cellsRow, ["a", "b", "c"], crossed, true)).toEqual({
    amounts: [0.1, 0.2, 0],
    others: 0.1,
  });
});

it("what the gateway's page does not hold is not known, and then neither is the rest", () => {
  expect(cellsOf(cellsRow, ["a", "c"], crossed, false)).toEqual({
    amounts: [0.1, null],
    others: null,
  });
  expect(cellsOf(cellsRow, ["a", "b"], crossed, false).others).toBe(0.1);
});

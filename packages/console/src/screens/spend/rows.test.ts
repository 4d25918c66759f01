import { expect, it } from "vitest";
import { activityRow } from "../../../testing/activity-row.ts";
import { narrowedTo } from "./rows.ts";

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

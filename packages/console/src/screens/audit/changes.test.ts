import { expect, it } from "vitest";
import { changesOf } from "./changes.ts";

it("names each field with what it was and what it is", () => {
  expect(changesOf({ limit: 10, models: ["a"] }, { limit: 25, models: null })).toEqual([
    { field: "limit", before: "10", after: "25" },
    { field: "models", before: '["a"]', after: "null" },
  ]);
});

it("says of a new thing only what it is, and of a deleted one only what it was", () => {
  expect(changesOf(null, { name: "Search" })).toEqual([
    { field: "name", before: null, after: "Search" },
  ]);
  expect(changesOf({ name: "Search" }, null)).toEqual([
    { field: "name", before: "Search", after: null },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});

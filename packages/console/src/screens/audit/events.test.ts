import { expect, it } from "vitest";
import { auditSearch } from "../searches.ts";
import { askedEvents, changesOf } from "./events.ts";

it("asks for whole days of the reader's zone, the last one included", () => {
  const search = auditSearch({ from: "2026-11-20", to: "2026-11-21", actor: "key" });
  expect(askedEvents(search, "Europe/Berlin")).toEqual({
    from: "2026-11-19T23:00:00.000Z",
    to: "2026-11-21T23:00:00.000Z",
    actor_type: "key",
  });
});

it("leaves out what an address says wrongly", () => {
  const search = auditSearch({
    from: "yesterday",
    actor: "ghost",
    actor_key: "-1",
    action: "deleteApiKey",
    event: "x",
    at: "then",
  });
  expect(askedEvents(search, "UTC")).toEqual({ action: "deleteApiKey" });
  expect([search.event, search.at]).toEqual([undefined, undefined]);
});

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

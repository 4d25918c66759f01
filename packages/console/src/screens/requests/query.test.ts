import { expect, it } from "vitest";
import { requestsSearch } from "../searches.ts";
import { countOfFilters, queryOf } from "./query.ts";

const now = Date.parse("2026-11-22T12:00:00Z");
const asked = (search: Readonly<Record<string, string>>) =>
  queryOf(requestsSearch(search), now, "Asia/Kolkata");

it("asks for everything that the address says, in the gateway's words", () => {
  expect(
    asked({
      from: "2026-11-22T10:00:00Z",
      to: "2026-11-22T11:00",
      key: "7",
      failed: "true",
      streamed: "false",
      status: "503",
      min: "0.5",
      tag: "project=checkout",
      find: "gen-1",
      id: "gen-2",
    }),
  ).toEqual({
    from: "2026-11-22T10:00:00.000Z",
    to: "2026-11-22T05:30:00.000Z",
    api_key_hash: "7",
    failed: true,
    streamed: false,
    status: 503,
    min_cost: 0.5,
    tag: "project=checkout",
    search: "gen-1",
  });
});

it("counts a period back from now, also where the address says more of time", () => {
  expect(asked({ period: "hour", to: "2026-01-01" })).toEqual({ from: "2026-11-22T11:00:00.000Z" });
});

it("leaves out what a bad link says", () => {
  expect(
    asked({ period: "era", from: "never", status: "many", failed: "perhaps", operation: "sing" }),
  ).toEqual({});
});

it("does not count the open request as a filter", () => {
  expect(countOfFilters(requestsSearch({ id: "gen-1" }))).toBe(0);
  expect(countOfFilters(requestsSearch({ id: "gen-1", failed: "false", min: "0" }))).toBe(2);
});

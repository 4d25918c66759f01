import type { Schema } from "@portico/client";
import { expect, it } from "vitest";
import { anchorOf, newsIn, withNewer } from "./tail.ts";

const row = (id: string) => ({ id });
const page = (ids: readonly string[], next_cursor: string | null = null) => ({
  data: ids.map(row),
  next_cursor,
});
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

it("finds the rows that the list does not have, in their order", () => {
  const news = newsIn(page(["d", "c", "b", "a"]), ["b", "a"].map(row));
  expect(idsOf(news.rows)).toEqual(["d", "c"]);
  expect(news.hasGap).toBe(false);
});

it("sees a gap where a whole page is new and more follows", () => {
  expect(newsIn(page(["d", "c"], "next"), [row("a")]).hasGap).toBe(true);
  // The page reaches rows that are known.
  expect(newsIn(page(["d", "a"], "next"), [row("a")]).hasGap).toBe(false);
  expect(newsIn(page(["d", "c"]), [row("a")]).hasGap).toBe(false);
  expect(newsIn(page([], "next"), [row("a")]).hasGap).toBe(false);
});

it("shows each request once, in the version that the list has", () => {
  const older = { id: "b", state: "refunded" };
  const rows = withNewer(
    [
      { id: "c", state: "settled" },
      { id: "b", state: "settled" },
    ],
    [older],
  );
  expect(rows).toEqual([{ id: "c", state: "settled" }, older]);
});

it("goes a little back in time, because bookings may be seen out of order", () => {
  const settled_at: Schema<"Generation">["settled_at"] = "2026-11-22T12:00:10.000Z";
  expect(anchorOf({ settled_at })).toBe("2026-11-22T12:00:05.000Z");
  expect(anchorOf(undefined)).toBeUndefined();
});

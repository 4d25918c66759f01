import { expect, it } from "vitest";
import { spendSearch } from "./searches.ts";

it("an address keeps what it says", () => {
  const address = { from: "2026-11-01", by: "hour", rows: "day", stack: "key", model: "a/b" };
  expect(spendSearch(address)).toEqual(address);
});

it("what an address cannot mean is left out", () => {
  const broken = { from: "2026-02-31", by: "minute", rows: "colour", key: "../keys", app: "" };
  expect(spendSearch({ ...broken, provider: "acme" })).toMatchObject({ provider: "acme" });
  for (const value of Object.values({ ...spendSearch(broken) })) expect(value).toBeUndefined();
});

import { expect, it } from "vitest";
import { tickWidth } from "./chart-times.ts";

it("has room for the digits of small amounts, and as much as usual for short texts", () => {
  expect(tickWidth(["$0.00", "$0.0000006"])).toBeGreaterThan("$0.0000006".length * 7.7);
  expect([tickWidth(["0", "15 ms"]), tickWidth([]), tickWidth(null)]).toEqual([64, 64, 64]);
});

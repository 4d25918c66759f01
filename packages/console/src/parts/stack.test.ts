import { describe, expect, it } from "vitest";
import { stackOf } from "./stack.ts";

const steps = ["a", "b"];
const part = (step: string, id: string, amount: number) => ({ step, id, amount });
const drawn = (...ids: string[]) => ids.map((id) => ({ id, label: id.toUpperCase() }));

describe("a stack of spending", () => {
  it("has a series for each drawn id, and one for all others", () => {
    const parts = [part("a", "x", 0.1), part("b", "x", 0.3), part("b", "y", 0.2)];
    const totals = new Map([
      ["a", 0.3],
      ["b", 0.6],
    ]);
    expect(stackOf({ steps, parts, totals, drawn: drawn("x", "y"), others: "Others" })).toEqual([
      { label: "X", values: [0.1, 0.3] },
      { label: "Y", values: [0, 0.2] },
      { label: "Others", values: [0.2, 0.1] },
    ]);
  });

  it("has no others where the drawn ids are all there is, to the nanodollar", () => {
    const parts = [part("a", "x", 0.1), part("a", "y", 0.2)];
    const stack = { steps, parts, totals: new Map([["a", 0.3]]), others: "Others" };
    expect(stackOf({ ...stack, drawn: drawn("x", "y") }).map(({ label }) => label)).toEqual([
      "X",
      "Y",
    ]);
  });

  it("leaves out what spent nothing", () => {
    const stack = { steps, parts: [part("a", "x", 0)], totals: new Map(), others: "Others" };
    expect(stackOf({ ...stack, drawn: drawn("x") })).toEqual([]);
  });
});

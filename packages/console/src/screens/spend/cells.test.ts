import { expect, it } from "vitest";
import { cellsOf, crossedOf } from "./cells.ts";

const crossed = crossedOf([
  { row: "r", column: "a", amount: 0.1 },
  { row: "r", column: "b", amount: 0.2 },
  { row: "other", column: "c", amount: 5 },
]);
const row = { id: "r", amount: 0.4 };

it("a row has its amounts by columns, and the rest of its total", () => {
  expect(cellsOf(row, ["a", "b", "c"], crossed, true)).toEqual({
    amounts: [0.1, 0.2, 0],
    others: 0.1,
  });
});

it("what the gateway's page does not hold is not known, and then neither is the rest", () => {
  expect(cellsOf(row, ["a", "c"], crossed, false)).toEqual({ amounts: [0.1, null], others: null });
  expect(cellsOf(row, ["a", "b"], crossed, false).others).toBe(0.1);
});

import { expect, it } from "vitest";
import { givenBack, isRefundable, payerOf } from "./payer.ts";

const settled = {
  state: "settled",
  status: 200,
  error: null,
  usage: 0.2,
  held: 0.5,
  is_byok: false,
} as const;

it.each([
  [settled, "credits"],
  [{ ...settled, usage: 0 }, "none"],
  [{ ...settled, usage: 0, is_byok: true }, "ownCredential"],
  [{ ...settled, state: "abandoned" }, "hold"],
  [{ ...settled, state: "refunded" }, "returned"],
  [{ ...settled, state: "pending" }, "pending"],
] as const)("%j: %s pays", (generation, payer) => {
  expect(payerOf(generation)).toBe(payer);
});

it("gives back what of the hold was not charged", () => {
  expect(givenBack(settled)).toBeCloseTo(0.3, 9);
  expect(givenBack({ ...settled, state: "pending" })).toBeNull();
});

it("offers a refund only for what the service failed to do", () => {
  expect(isRefundable(settled)).toBe(false);
  expect(isRefundable({ ...settled, state: "abandoned" })).toBe(true);
  expect(isRefundable({ ...settled, status: 529 })).toBe(true);
  expect(isRefundable({ ...settled, error: { code: "cut", message: "" } })).toBe(true);
  expect(isRefundable({ ...settled, status: 529, usage: 0 })).toBe(false);
  // The caller hung up, or asked for something wrong.
  expect(isRefundable({ ...settled, status: 499 })).toBe(false);
  expect(isRefundable({ ...settled, state: "refunded", status: 529 })).toBe(false);
});

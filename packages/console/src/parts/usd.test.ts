import { expect, it } from "vitest";
import { perMillion } from "./usd.ts";

it("moves the decimal point of a token's price by six places, to the last digit", () => {
  expect(perMillion("0.00000025")).toBe(0.25);
  expect(perMillion("0.0000001234567")).toBe(0.1234567);
  expect(perMillion("0.00000007")).toBe(0.07);
  expect(perMillion("0")).toBe(0);
});

it("has no price for a text that is none", () => {
  expect([perMillion(undefined), perMillion(""), perMillion("free")]).toEqual([null, null, null]);
});

import { expect, it } from "vitest";
import { newUniqueName } from "./request-record.ts";

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it("begins with the time, to the millisecond", () => {
  const id = newUniqueName(0x0123_4567_89ab);
  expect(id).toMatch(uuid7);
  expect(id.startsWith("01234567-89ab-7")).toBe(true);
});

it("sorts by the time", () => {
  const ids = [1, 15, 16, 2 ** 31, Date.now(), 2 ** 47].map(newUniqueName);
  expect(ids.toSorted()).toEqual(ids);
});

it("is never the same twice", () => {
  const ids = Array.from({ length: 10_000 }, () => newUniqueName(1));
  expect(new Set(ids).size).toBe(ids.length);
});

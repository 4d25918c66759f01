import { expect, it } from "vitest";
import { day, flag, moment, number, numericId, oneOf, searchOf, text, textLike } from "./search.ts";

const readAll = searchOf({
  name: text,
  day,
  at: moment,
  status: number,
  id: numericId,
  create: flag,
  kind: oneOf(["ordinary", "management"]),
  hash: textLike((given) => /^[0-9a-f]{4}$/.test(given)),
});

it("reads what an address says", () => {
  const at = "2026-11-22T12:00:00.000Z";
  const address = { name: "a/b", day: "2026-11-22", at, kind: "ordinary", hash: "00ff" };
  const numbers = { status: "503", id: "7", create: "true" };
  const meant = { ...address, status: 503, id: 7, create: true };
  expect(readAll({ ...address, ...numbers })).toEqual(meant);
  expect(readAll(meant)).toEqual(meant);
});

it("leaves out what an address cannot mean, and what no part of the screen is", () => {
  const broken = { name: 3, day: "2026-02-31", at: "2026-11-22", status: "", create: "perhaps" };
  expect(readAll({ ...broken, id: "0", kind: "colour", hash: "../x", other: "1" })).toStrictEqual(
    {},
  );
  expect(readAll({ status: "Infinity", id: "1.5", at: "2026-99-99T00:00:00Z" })).toStrictEqual({});
});

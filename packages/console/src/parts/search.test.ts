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

it("names what an address cannot mean without a value, so that the router does not take it over", () => {
  const broken = { name: 3, day: "2026-02-31", at: "2026-11-22", status: "", create: "perhaps" };
  const more = { id: "0", kind: "colour", hash: "../x" };
  for (const address of [{ ...broken, ...more }, { status: "Infinity", id: "1.5" }, {}]) {
    const read = readAll(address);
    expect(Object.keys(read)).toHaveLength(8);
    expect(Object.values(read).filter((value) => value !== undefined)).toEqual([]);
  }
  expect(readAll({ at: "2026-99-99T00:00:00Z" }).at).toBeUndefined();
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { staleNames, updateFolder } from "./update-folder.ts";

let place: string;
beforeEach(() => {
  place = join(mkdtempSync(join(tmpdir(), "portico-folder-")), "generated");
});
afterEach(() => rmSync(join(place, ".."), { recursive: true }));

const files = new Map([
  ["a.ts", "1"],
  ["b.ts", "2"],
]);

it("makes a folder that is not there, and leaves alone one that is right", () => {
  expect(updateFolder(place, files)).toEqual(["a.ts", "b.ts"]);
  const { ino } = statSync(join(place, "a.ts"));
  expect(updateFolder(place, files)).toEqual([]);
  expect(statSync(join(place, "a.ts")).ino).toBe(ino);
});

it("replaces what is different, removes what is left over, and says so before", () => {
  updateFolder(place, new Map([...files, ["c.ts", "3"]]));
  writeFileSync(join(place, "b.ts"), "old");
  expect(staleNames(place, files)).toEqual(["b.ts", "c.ts"]);
  expect(updateFolder(place, files)).toEqual(["b.ts", "c.ts"]);
  expect(readFileSync(join(place, "b.ts"), "utf8")).toBe("2");
  expect(readdirSync(place).toSorted()).toEqual(["a.ts", "b.ts"]);
});

it("does not touch the draft of another process", () => {
  updateFolder(place, files);
  writeFileSync(join(place, "a.ts.1.draft"), "half");
  expect(updateFolder(place, files)).toEqual([]);
  expect(readdirSync(place)).toContain("a.ts.1.draft");
});

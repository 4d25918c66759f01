import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { oncePerRun } from "./once-per-run.ts";

const name = `once-per-run-${process.pid}`;

it("makes a thing in the first file of a run that asks, and the others read it", async () => {
  let made = 0;
  const make = async (folder: string) => {
    made += 1;
    writeFileSync(join(folder, "thing"), String(made));
  };
  const folders = await Promise.all([oncePerRun(name, make), oncePerRun(name, make)]);
  expect(new Set(folders).size).toBe(1);
  expect(readFileSync(join(folders[0] ?? "", "thing"), "utf8")).toBe("1");
});

it("gives a failure to all that ask", async () => {
  const fail = () => Promise.reject(new Error("no space"));
  await expect(oncePerRun(`${name}-failing`, fail)).rejects.toThrow("no space");
  await expect(oncePerRun(`${name}-failing`, fail)).rejects.toThrow("was not made");
});

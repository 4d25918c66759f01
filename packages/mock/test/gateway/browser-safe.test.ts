import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const here = join(import.meta.dirname, "../../src/gateway");
const packages = join(import.meta.dirname, "../../..");

/** The values that a file imports or passes on, types left out. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const statements = /^(?:import|export)\s(?!type\b)[^;]*?\sfrom\s+"([^"]+)";/gm;
  return [...text.matchAll(statements)]
    .filter(([statement]) => !/\{(?:\s*type [^,}]+,?)+\s*\}/.test(statement))
    .map(([, target = ""]) => target);
}

function fileOf(target: string, from: string): string | null {
  if (target.startsWith(".")) return join(dirname(from), target);
  const [, name = "", door = ""] = /^@portico\/([^/]+)\/?(.*)$/.exec(target) ?? [];
  if (name === "") return null;
  const { exports } = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
  const exact = exports[door === "" ? "." : `./${door}`];
  const [folder = "", ...rest] = door.split("/");
  return join(packages, name, exact ?? exports[`./${folder}/*`].replace("*", rest.join("/")));
}

it("a page can load it: nothing in it comes from Node, nor from the whole contract", () => {
  const doors = ["index.ts", "behaviours/index.ts", "scenario.ts"];
  const waiting = doors.map((door) => join(here, door));
  const seen = new Set<string>();
  const foreign = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const target of importsOf(file)) {
      const next = fileOf(target, file);
      if (next === null) foreign.add(target);
      else waiting.push(next);
    }
  }
  expect([...foreign].filter((name) => !name.startsWith("@noble/hashes/"))).toEqual([]);
  expect([...seen].filter((file) => /contract\/src\/(index|generated)/.test(file))).toEqual([]);
  const usingNode = [...seen].filter((file) =>
    /\b(Buffer|process)\.[a-z]/.test(readFileSync(file, "utf8")),
  );
  expect(usingNode).toEqual([]);
  expect(seen.size).toBeGreaterThan(40);
});

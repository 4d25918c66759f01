import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesOfGit } from "@portico/test-support/files-of-git";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const folder = join(root, "docs/decisions");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const records = readdirSync(folder).filter((name) => name !== "README.md");
const list = read("README.md");

/** Where a path on a page may begin. */
const source = "packages/server/src";
const bases = [
  "",
  "packages",
  "packages/server",
  source,
  `${source}/providers`,
  `${source}/upstream`,
];
const longestLines = 70;

/** Beside the records, what people read who work on the code or run it. */
const pages = [
  ...["CONTRIBUTING.md", "README.md", "SECURITY.md"],
  ...[
    "docs/architecture.md",
    "packages/docs/guides/runbook.md",
    "docs/scaling.md",
    "docs/benchmarks/README.md",
  ],
];

/** What stands in backticks and looks like a source file or a folder of sources. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([a-z][\w.-]*(?:\/[\w.-]+)*(?:\.ts|\.mjs|\.sh|\/))`/g)].map(
    ([, path = ""]) => path,
  );
}

const exists = (path: string) => bases.some((base) => existsSync(join(root, base, path)));

describe("docs/decisions/README.md", () => {
  it("lists every record once, and nothing else", () => {
    const listed = [...list.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(records.toSorted());
  });
});

describe("the record of a decision", () => {
  it.each(records)("%s has its four headings, in order", (name) => {
    const headings = [...read(name).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(["Status", "Context", "Decision", "Consequences"]);
  });

  it.each(records)("%s says its status with a date, and fits on a page", (name) => {
    const text = read(name);
    expect(text).toMatch(
      /^## Status\n\n(Proposed|Accepted|Superseded by \[.+\]\(.+\)), (?:\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]+ \d{4})\./m,
    );
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(longestLines);
  });

  it.each(records)("%s names only files, folders and pages that exist", (name) => {
    const text = read(name);
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = ""]) => path);
    const absent = [
      ...pathsIn(text).filter((path) => !exists(path)),
      ...links.filter((path) => !existsSync(join(folder, path))),
    ];
    expect(absent).toEqual([]);
  });
});

describe("a page beside the records", () => {
  it.each(pages)("%s names only files and folders that exist", (page) => {
    // A name without a folder may be an example.
    const named = pathsIn(readFileSync(join(root, page), "utf8")).filter((path) =>
      path.includes("/"),
    );
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });
});

describe("all Markdown", () => {
  // A package's log is made of its notes, which are counted while they wait.
  const markdown = filesOfGit(root).filter((file) => /(?<!CHANGELOG)\.md$/.test(file));
  const guides = markdown.filter((file) => file.startsWith("packages/docs/guides/"));

  it.each([
    ["all of it", markdown, 60_000],
    ["the guides", guides, 20_000],
  ])("%s keeps its budget of words", (_name, files, most) => {
    const words = files.flatMap(
      (file) => readFileSync(join(root, file), "utf8").match(/\S+/g) ?? [],
    );
    expect(words.length).toBeLessThanOrEqual(most);
    expect(files.length).toBeGreaterThan(20);
  });
});

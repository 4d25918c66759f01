import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/front-end-complaints.md"), "utf8");

/** The last column of each row of its tables. */
const rows = [...page.matchAll(/^\| (?!-|Complaint)(.*?) \|.*\| (.*?) \|$/gm)].map(
  ([, complaint = "", heldBy = ""]) => ({ complaint, heldBy }),
);

describe("the list of complaints", () => {
  it("has rows", () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(rows)("has a test or a reason for: $complaint", ({ heldBy }) => {
    const paths = [...heldBy.matchAll(/`((?:packages|scripts|examples)\/[^`]+)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    if (!heldBy.startsWith("Not done: "))
      expect(paths.some((path) => path.endsWith(".test.ts"))).toBe(true);
  });
});

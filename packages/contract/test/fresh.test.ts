import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");

function generate(...parameters: string[]) {
  return spawnSync(process.execPath, ["scripts/generate.ts", ...parameters], {
    cwd: root,
    encoding: "utf8",
  });
}

it("finds the generated files to be what spec/ gives", () => {
  const { status, stderr } = generate("--check");
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

it("gives the same bytes each time", () => {
  const folder = mkdtempSync(join(tmpdir(), "portico-generated-"));
  try {
    expect(generate("--output", folder).status).toBe(0);
    const first = readFileSync(join(folder, "schema.ts"), "utf8");
    rmSync(join(folder, "schema.ts"));
    expect(generate("--output", folder).stdout).toContain("Generated schema.ts.");
    expect(readFileSync(join(folder, "schema.ts"), "utf8")).toBe(first);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

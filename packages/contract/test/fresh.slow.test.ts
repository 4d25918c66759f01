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
  const schema = join(folder, "packages/contract/src/generated/schema.ts");
  try {
    expect(generate("--output", folder).status).toBe(0);
    const first = readFileSync(schema, "utf8");
    rmSync(schema);
    expect(generate("--output", folder).stdout).toContain("Generated schema.ts in");
    expect(readFileSync(schema, "utf8")).toBe(first);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

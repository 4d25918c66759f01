import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "portico-stock-types-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = fileURLToPath(
  new URL("../node_modules/openapi-typescript/bin/cli.js", import.meta.url),
);

test("openapi-typescript makes types of the document, with its defaults and strict rules beside it", () => {
  copyFileSync(
    new URL("../src/generated/openapi.json", import.meta.url),
    join(folder, "openapi.json"),
  );
  // It reads the rules of a redocly.yaml that lies there, and refuses documents that break them.
  writeFileSync(join(folder, "redocly.yaml"), "extends:\n  - recommended-strict\n");
  execFileSync(process.execPath, [program, "openapi.json", "-o", "types.ts"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const types = readFileSync(join(folder, "types.ts"), "utf8");
  // A field with a default would be required of whoever calls.
  expect(types).toMatch(/^ +stream\?: boolean \| null;$/m);
  expect(types).not.toMatch(/@default/);
});

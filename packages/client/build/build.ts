import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const schema = join(root, "../contract/src/generated/schema.ts");

/** Emits dist/: plain ES modules and their types, which depend on nothing that is not published. */
export function build(): void {
  rmSync(dist, { recursive: true, force: true });
  const compiler = join(
    createRequire(import.meta.url).resolve("typescript/package.json"),
    "../bin/tsc",
  );
  execFileSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
  inlineContract();
  copyFileSync(join(root, "../../LICENSE"), join(root, "LICENSE"));
}

/** The contract package is not published: its types travel inside. */
function inlineContract(): void {
  copyFileSync(schema, join(dist, "schema.d.ts"));
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    const text = readFileSync(path, "utf8");
    if (name === "schema.d.ts" || !text.includes("@portico/contract")) continue;
    writeFileSync(path, text.replaceAll('"@portico/contract/schema"', '"./schema.js"'));
  }
}

if (import.meta.main) build();

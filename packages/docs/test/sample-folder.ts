import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Sample } from "../src/sample.ts";

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, "..");

/** A project of its own, as a reader would have it, that finds this package's dependencies. */
export interface SampleFolder extends Disposable {
  readonly path: string;
  fileOf(sample: Sample): string;
}

export function createSampleFolder(samples: readonly Sample[]): SampleFolder {
  const path = mkdtempSync(join(tmpdir(), "portico-samples-"));
  const fileOf = (sample: Sample): string => join(path, `${sample.place.replace(/\W+/g, "-")}.ts`);
  writeFileSync(join(path, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(path, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(join(path, ".curlrc"), "silent\nshow-error\nmax-time = 20\n");
  symlinkSync(join(packageFolder, "node_modules"), join(path, "node_modules"));
  for (const sample of samples)
    if (sample.language === "ts") writeFileSync(fileOf(sample), `${sample.source}\n`);
  return { path, fileOf, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

/** What a careful reader has switched on. */
const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  // Each sample is pasted alone, so those without an import are no scripts that share their names.
  moduleDetection: "force",
  // The client's own sources, which a reader never compiles.
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

/** What the compiler says of all samples; empty when it says nothing. */
export async function typeErrors({ path }: SampleFolder): Promise<string> {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  return run(process.execPath, [compiler, "-p", path]).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface ReadmeSample {
  /** The heading above it. */
  readonly title: string;
  /** Marked `run`, and not `norun="a reason"`. */
  readonly runs: boolean;
  readonly source: string;
}

/** The TypeScript samples of a package's README. Each says whether it runs, or this throws. */
export function readmeSamples(packageFolder: string): ReadmeSample[] {
  const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
  const samples = readme.split(/^## /m).flatMap((section) => {
    const [title = ""] = section.split("\n");
    return [...section.matchAll(/^```ts (run|norun=".+")\n([\s\S]*?)^```$/gm)].map(
      ([, mark, source = ""], index) => ({
        title: index === 0 ? title : `${title} ${index + 1}`,
        runs: mark === "run",
        source,
      }),
    );
  });
  const all = readme.match(/^```ts/gm)?.length ?? 0;
  if (samples.length < all)
    throw new Error(
      `${all - samples.length} samples of ${packageFolder} do not say that they run.`,
    );
  return samples;
}

/** An empty project with the samples, which finds the package by its name, and these of its packages. */
export interface SampleProject extends Disposable {
  /** With these variables beside those of this process. */
  run(
    sample: ReadmeSample,
    environment?: Readonly<Record<string, string>>,
  ): Promise<{ stdout: string; stderr: string }>;
  /** What the compiler says of all samples; empty when it says nothing. */
  typeErrors(): Promise<string>;
}

export function createSampleProject(
  packageFolder: string,
  samples: readonly ReadmeSample[],
  packages: readonly string[],
): SampleProject {
  const folder = mkdtempSync(join(tmpdir(), "portico-readme-"));
  const fileOf = (sample: ReadmeSample): string =>
    join(folder, `sample-${samples.indexOf(sample)}.ts`);
  const { name } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  for (const one of [name, "@types", ...packages]) {
    const place = join(folder, "node_modules", one);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(one === name ? packageFolder : join(packageFolder, "node_modules", one), place);
  }
  for (const sample of samples) writeFileSync(fileOf(sample), sample.source);
  return {
    run: (sample, environment = {}) =>
      run(process.execPath, [fileOf(sample)], { env: { ...process.env, ...environment } }),
    typeErrors() {
      const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
      return run(process.execPath, [join(compiler, "../bin/tsc"), "-p", folder]).then(
        () => "",
        (error: { stdout: string }) => error.stdout,
      );
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** What a careful reader has switched on. */
const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  moduleDetection: "force",
  types: ["node"],
  lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

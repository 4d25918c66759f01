import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { folderInMemory } from "./scripts/folder-in-memory.ts";
import { LongestFirst } from "./scripts/longest-first.ts";
import { TestSummary } from "./scripts/test-summary.ts";

const packages = readdirSync("packages").filter((name) =>
  existsSync(`packages/${name}/package.json`),
);

/** One project per package, named as its folder, so that `pnpm test --project server` runs one. */
const project = (name: string, root: string) => ({
  extends: true as const,
  test: { name, root },
});

// The programs that tests start share one cache of what Node has compiled, as they do under `npm test`.
process.env["NODE_COMPILE_CACHE"] ??= `${import.meta.dirname}/.portico/compiled`;

const inMemory = process.env["TMPDIR"] === undefined ? folderInMemory() : null;
if (inMemory !== null) process.env["TMPDIR"] = inMemory;

/** The same run over files of other names. */
export function withNames(
  { test, ...rest }: ViteUserConfig,
  verb: "npm run test:slow" | "npm run prove",
  name: string,
): ViteUserConfig {
  // Slow tests fill and lock a disk.
  if (inMemory !== null) delete process.env["TMPDIR"];
  const reporters = ["default", new TestSummary(verb)];
  return {
    ...rest,
    test: { ...test, isolate: true, reporters, include: [name], exclude: notOurs },
  };
}

const notOurs = ["**/node_modules/**", "**/dist/**"];

/** `npm test`: everything pure, in process and on both stores. */
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: [...notOurs, "**/*.slow.test.ts"],
    reporters: ["default", new TestSummary("npm test")],
    // Files of one worker share what they import, a seventh of all CPU time: no test replaces a module, and what a test
    // sets it sets back. The slow tests and the proofs change more (environment, signals), and have a process each.
    isolate: false,
    // Most tests wait for processes, sockets and a browser: two cores are half idle with one file on each.
    maxWorkers: 2 * availableParallelism(),
    // What a test makes is garbage soon: a large young generation saves a twelfth of the CPU time.
    execArgv: ["--min-semi-space-size=16", "--max-semi-space-size=64"],
    sequence: { sequencer: LongestFirst },
    // They end what hangs, and judge nothing: on a busy machine all takes ten times as long. A test that starts many
    // processes says so with a limit of its own.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: [`${import.meta.dirname}/packages/test-support/src/same-examples.ts`],
    globalSetup: [
      // One PostgreSQL server for the whole run, which starts when the first test asks for it.
      `${import.meta.dirname}/packages/test-support/src/postgres/global-setup.ts`,
      `${import.meta.dirname}/packages/test-support/src/run-folder.ts`,
    ],
    projects: [
      ...packages.map((name) => project(name, `packages/${name}`)),
      project("scripts", "scripts"),
      project("examples", "examples"),
    ],
  },
});

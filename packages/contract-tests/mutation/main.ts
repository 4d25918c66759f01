import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadMutations, type Mutation } from "./load-mutations.ts";

/**
 * Breaks the server's source in one place after the other, in a copy, and tells which defects a suite notices: the
 * conformance suite, or the tests of money on both engines.
 * `node packages/contract-tests/mutation/main.ts contract|judge [part of a description]`; some minutes, so not in
 * `npm test`.
 */
const root = join(import.meta.dirname, "../../..");
const copy = mkdtempSync(join(tmpdir(), "portico-mutation-"));
const [, , name = "contract", wanted = ""] = process.argv;

const copied = ["client", "contract", "contract-tests", "core", "mock", "server", "test-support"];

/** What is started in the copy: it ends with 0 where it finds nothing wrong, and says what it finds. */
const commands = {
  contract: () => ["packages/contract-tests/mutation/notices.ts"],
  judge: (engine: string) => [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config=packages/contract-tests/mutation/vitest.config.ts",
    `--testNamePattern=on ${engine}`,
  ],
};
if (name !== "contract" && name !== "judge") throw new Error(`There is no suite ${name}.`);
const command = commands[name];
const mutations = loadMutations(name);

try {
  makeCopy();
  for (const engine of new Set(mutations.map(engineOf))) {
    const unharmed = suite(engine);
    if (unharmed.noticed) throw new Error(`The suite fails without a defect: ${unharmed.by}`);
  }
  report(mutations.filter(({ what }) => what.includes(wanted)).map(tryOut));
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** The packages' own node_modules hold links between them, which are to lead within the copy. */
function makeCopy(): void {
  const left = /\/(dist|\.tsc|\.vite|playwright|assets)$/;
  for (const each of copied)
    cpSync(join(root, "packages", each), join(copy, "packages", each), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !left.test(path),
    });
  cpSync(join(root, "spec"), join(copy, "spec"), { recursive: true });
  for (const file of ["package.json", "tsconfig.base.json"])
    cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
}

function engineOf({ engine = "sqlite" }: Mutation): string {
  return engine;
}

function tryOut(mutation: Mutation) {
  const { what, file, search, replace } = mutation;
  const path = join(copy, "packages/server/src", file);
  const source = readFileSync(path, "utf8");
  if (!source.includes(search)) return { what, outcome: "stale" as const, by: file };
  writeFileSync(
    path,
    source.replace(search, () => replace),
  );
  const startedMs = performance.now();
  const { noticed, by } = suite(engineOf(mutation));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  writeFileSync(path, source);
  say(`${noticed ? "noticed " : "SURVIVED"}  ${what}, ${seconds} s${noticed ? `: ${by}` : ""}`);
  return { what, outcome: noticed ? ("noticed" as const) : ("survived" as const), by };
}

function suite(engine: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, command(engine), {
    cwd: copy,
    encoding: "utf8",
    timeout: 240_000,
    env: { ...process.env, NO_COLOR: "1" },
  });
  // The first failure of a suite, or what has ended it.
  const lines = [...stdout.split("\n"), ...stderr.split("\n")];
  const by = lines.find((line) => /FAIL|Error/.test(line)) ?? lines.find(Boolean) ?? "time";
  return { noticed: status !== 0, by: by.trim() };
}

function report(results: readonly ReturnType<typeof tryOut>[]): void {
  const of = (outcome: string) => results.filter((result) => result.outcome === outcome);
  say(`\n${of("noticed").length} of ${results.length} noticed`);
  for (const { what } of of("survived")) say(`  survived: ${what}`);
  for (const { what, by } of of("stale")) say(`  not tried, its text is gone: ${what} (${by})`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

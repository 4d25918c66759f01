import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadMutations, type Mutation } from "./load-mutations.ts";

/**
 * Breaks the server's source in one place after the other, in a copy, and tells which defects the conformance suite
 * notices. `node packages/contract-tests/mutation/main.ts [part of a description]`; some minutes, so not in `npm test`.
 */
const root = join(import.meta.dirname, "../../..");
const copy = mkdtempSync(join(tmpdir(), "portico-mutation-"));
const wanted = process.argv[2] ?? "";

try {
  makeCopy();
  const unharmed = suite();
  if (unharmed.noticed) throw new Error(`The suite fails without a defect: ${unharmed.by}`);
  report(
    loadMutations()
      .filter(({ what }) => what.includes(wanted))
      .map(tryOut),
  );
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** The packages' own node_modules hold links between them, which are to lead within the copy. */
function makeCopy(): void {
  const left = /\/(dist|\.tsc|\.vite|playwright|assets)$/;
  for (const name of ["contract", "core", "server", "mock", "contract-tests"])
    cpSync(join(root, "packages", name), join(copy, "packages", name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !left.test(path),
    });
  cpSync(join(root, "spec"), join(copy, "spec"), { recursive: true });
  cpSync(join(root, "package.json"), join(copy, "package.json"));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
}

function tryOut({ what, file, search, replace }: Mutation) {
  const path = join(copy, "packages/server/src", file);
  const source = readFileSync(path, "utf8");
  if (!source.includes(search)) return { what, outcome: "stale" as const, by: file };
  writeFileSync(
    path,
    source.replace(search, () => replace),
  );
  const { noticed, by } = suite();
  writeFileSync(path, source);
  say(`${noticed ? "noticed " : "SURVIVED"}  ${what}${noticed ? `: ${by}` : ""}`);
  return { what, outcome: noticed ? ("noticed" as const) : ("survived" as const), by };
}

function suite() {
  const program = join(copy, "packages/contract-tests/mutation/notices.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    encoding: "utf8",
    timeout: 120_000,
  });
  const by = stdout.trim() || (stderr.split("\n").find((line) => /Error/.test(line)) ?? "time");
  return { noticed: status !== 0, by };
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

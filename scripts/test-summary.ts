import { globSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** The verbs that together run every test, and what each of them runs. */
const testVerbs = {
  "npm test": "what runs in process",
  "npm run test:slow": "browsers, processes and programs of others",
  "npm run prove": "proofs",
} as const;

type TestVerb = keyof typeof testVerbs;

/**
 * Prints what this verb leaves out, how to run again what failed, and the totals alone on the last line, for people in a
 * hurry and for machines.
 */
export class TestSummary implements Reporter {
  readonly #verb: TestVerb;

  constructor(verb: TestVerb) {
    this.#verb = verb;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    const failed = modules.filter((module) => !module.ok());
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        if (state === "pending") counts.skipped += 1;
        else counts[state] += 1;
      }
      // A file that could not even be read, or a failing hook, has no failing test of its own.
      if (!module.ok() && !tests.some((test) => test.result().state === "failed"))
        counts.failed += 1;
    }
    const line = `${counts.passed} passed, ${counts.failed} failed`;
    const total = counts.skipped > 0 ? `${line}, ${counts.skipped} skipped` : line;
    const lines = [leftOut(this.#verb), ...again(this.#verb, failed), total];
    process.once("exit", () => process.stdout.write(`${lines.join("\n")}\n`));
  }
}

function again(verb: TestVerb, failed: readonly TestModule[]): string[] {
  const files = failed.map(({ moduleId }) => relative(process.cwd(), moduleId));
  return files.length === 0 ? [] : [`Again: ${verb} -- ${files.join(" ")}`];
}

function leftOut(verb: TestVerb): string {
  const others = Object.entries(testVerbs).filter(([name]) => name !== verb);
  const counted = others.map(([name, what]) => `${filesOf(name)} files of ${what} (${name})`);
  return `Left out: ${counted.join(", ")}.`;
}

function filesOf(verb: string): number {
  const folders = ["packages", "scripts", "examples"].map(
    (folder) => `${folder}/**/*.{test,proof}.ts`,
  );
  const files = globSync(folders, { exclude: (path) => path.endsWith("node_modules") });
  return files.filter((file) => verbOf(file) === verb).length;
}

/** The verb that runs a file of tests. */
export function verbOf(file: string): TestVerb {
  if (file.endsWith(".proof.ts")) return "npm run prove";
  return file.endsWith(".slow.test.ts") ? "npm run test:slow" : "npm test";
}

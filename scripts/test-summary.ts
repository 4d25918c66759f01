import type { Reporter, TestModule } from "vitest/node";

/** Prints the totals alone on the last line, for people in a hurry and for machines. */
export class TestSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 };
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
    process.once("exit", () =>
      process.stdout.write(`${counts.skipped > 0 ? `${line}, ${counts.skipped} skipped` : line}\n`),
    );
  }
}

import { NotApplicable, type Target } from "../targets/target.ts";
import { createBench } from "./bench.ts";
import type { Case } from "./case.ts";
import { type Cell, createCoverage } from "./coverage.ts";
import { specifiedInterface, wholeContract } from "./measure.ts";

export interface Result {
  readonly title: string;
  readonly clauses: readonly string[];
  readonly outcome: "passed" | "failed" | "not applicable";
  /** Why it failed, or could not run. */
  readonly reason: string | null;
  readonly durationMs: number;
}

export interface Outcome {
  readonly target: string;
  readonly results: readonly Result[];
  readonly cells: readonly Cell[];
  readonly durationMs: number;
}

export interface RunOptions {
  /** False checks the specified interface only. Default: true. */
  readonly additions?: boolean;
  /** Ends the run at the first failure. */
  readonly untilFailure?: boolean;
  /** Called after each case. */
  readonly onResult?: (result: Result, done: number, total: number) => void;
}

/** Runs the cases one after the other, because some count what others would change. */
export async function runSuite(
  target: Target,
  cases: readonly Case[],
  options: RunOptions = {},
): Promise<Outcome> {
  const startedMs = performance.now();
  const coverage = createCoverage();
  const measure = options.additions === false ? specifiedInterface() : wholeContract();
  const bench = createBench(target, measure, coverage);
  const results: Result[] = [];
  for (const each of cases) {
    const caseStartedMs = performance.now();
    const { outcome, reason } = await tried(() => each.run(bench));
    const { title, clauses } = each;
    const durationMs = performance.now() - caseStartedMs;
    const result: Result = { title, clauses, outcome, reason, durationMs };
    results.push(result);
    options.onResult?.(result, results.length, cases.length);
    if (options.untilFailure && outcome === "failed") break;
  }
  const durationMs = performance.now() - startedMs;
  return { target: target.name, results, cells: coverage.cells(), durationMs };
}

async function tried(run: () => Promise<void>): Promise<Pick<Result, "outcome" | "reason">> {
  try {
    await run();
    return { outcome: "passed", reason: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: error instanceof NotApplicable ? "not applicable" : "failed", reason };
  }
}

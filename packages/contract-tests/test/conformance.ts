import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cases } from "../src/cases/index.ts";
import { summary } from "../src/report/table.ts";
import { type Outcome, type Result, runSuite } from "../src/suite/run-suite.ts";
import type { RunningTarget } from "./targets/running-target.ts";

export interface Conformance<Running extends RunningTarget> {
  running(): Running;
  outcome(): Outcome;
}

/**
 * Runs the whole suite against a target, one test per case, with its clauses in its name. What is not applicable is
 * listed with its reason: a case that is quietly left out on a target where it could be tried fails.
 */
export function describeConformance<Running extends RunningTarget>(
  start: () => Promise<Running>,
  notApplicable: Readonly<Record<string, string>>,
): Conformance<Running> {
  let running: Running | undefined;
  let outcome: Outcome | undefined;
  beforeAll(async () => {
    running = await start();
    outcome = await runSuite(running.target, cases);
    process.stdout.write(`${outcome.target}: ${summary(outcome)}\n`);
  });
  afterAll(() => running?.[Symbol.asyncDispose]());
  const there = <Thing>(thing: Thing | undefined): Thing => {
    if (thing === undefined) throw new Error("The suite has not run.");
    return thing;
  };

  describe("keeps the contract and", () => {
    for (const [index, { title, clauses }] of cases.entries())
      it(`${title} [${clauses.join(", ")}]`, () => {
        const result = there(there(outcome).results[index]);
        expect(verdictOf(result)).toBe(expectedOf(title, notApplicable));
      });
  });

  it("names no case as not applicable that does not exist", () => {
    const titles = cases.map(({ title }) => title);
    expect(Object.keys(notApplicable).filter((title) => !titles.includes(title))).toEqual([]);
  });

  return { running: () => there(running), outcome: () => there(outcome) };
}

function verdictOf({ outcome, reason }: Result): string {
  return reason === null ? outcome : `${outcome}: ${reason}`;
}

function expectedOf(title: string, notApplicable: Readonly<Record<string, string>>): string {
  const reason = notApplicable[title];
  return reason === undefined ? "passed" : `not applicable: ${reason}`;
}

import { isProof } from "@portico/test-support/proof";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Bench, createBench } from "../src/suite/bench.ts";
import { createCoverage } from "../src/suite/coverage.ts";
import { wholeContract } from "../src/suite/measure.ts";
import { first, last, sequences } from "./model/steps.ts";
import { Twin } from "./model/twin.ts";
import { startMockTarget } from "./targets/mock-target.ts";
import type { RunningTarget } from "./targets/running-target.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

const runs = isProof ? 300 : 15;

let running: RunningTarget[];
let benches: Bench[];
beforeAll(async () => {
  running = [await startSqliteTarget(), await startMockTarget()];
  benches = running.map(({ target }) => createBench(target, wholeContract(), createCoverage()));
});
afterAll(async () => {
  for (const one of running) await one[Symbol.asyncDispose]();
});

it("the mock keeps its records as the gateway does, in any sequence", async () => {
  let run = 0;
  const property = fc.asyncProperty(sequences(25), async (steps) => {
    run += 1;
    const [gateway, mock] = benches.map((bench) => new Twin(bench, run));
    for (const [index, step] of [...first, ...steps, ...last].entries()) {
      const said = await gateway?.take(step);
      expect(await mock?.take(step), `step ${index}: ${JSON.stringify(step)}`).toEqual(said);
    }
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
}, 1_800_000);

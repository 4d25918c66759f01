import { isProof } from "@portico/test-support/proof";
import { afterAll, expect, it } from "vitest";
import { createLaboratory } from "../survival/parts/laboratory.ts";
import { runScenario } from "../survival/run-scenario.ts";
import { scenarios } from "../survival/scenarios/index.ts";

/** The short form of `npm run survival`: what breaks most, for some seconds each. */
const effort = isProof ? { seconds: 3, crowd: 60 } : { seconds: 1, crowd: 20 };
const short = ["kill-sqlite", "postgres-cut", "disk-full"];

const laboratory = createLaboratory();
afterAll(() => laboratory[Symbol.asyncDispose]());

for (const scenario of scenarios.filter(({ name }) => isProof || short.includes(name))) {
  const obstacle = scenario.obstacle?.() ?? null;
  const name = `${scenario.name}: ${scenario.fault}${obstacle === null ? "" : ` (skipped: ${obstacle})`}`;
  it.skipIf(obstacle !== null)(name, { timeout: 600_000 }, async () => {
    const outcome = await runScenario(scenario, effort, laboratory);
    expect(outcome.findings).toEqual([]);
    expect(outcome.told.faults > 0).toBe(scenario.isHarmless !== true);
    expect(outcome.whole).toBeGreaterThan(0);
    expect(outcome.rows).toBeGreaterThanOrEqual(outcome.whole);
  });
}

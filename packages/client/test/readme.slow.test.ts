import { join } from "node:path";
import { type Mock, startMock } from "@portico/mock";
import { createSampleProject, readmeSamples } from "@portico/test-support/readme-samples";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const packageFolder = join(import.meta.dirname, "..");
const samples = readmeSamples(packageFolder).filter(({ runs }) => runs);
const project = createSampleProject(packageFolder, samples, []);

describe("the README", () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock({ rehearsal: { paceMs: 0 } });
  });
  afterAll(async () => {
    await mock.close();
    project[Symbol.dispose]();
  });

  it("says of every TypeScript sample whether it runs", () => {
    expect(() => readmeSamples(packageFolder)).not.toThrow();
    expect(samples.length).toBeGreaterThan(8);
  });

  it.each(samples.map((sample) => [sample.title, sample] as const))(
    "%s: the sample runs",
    async (_, sample) => {
      const { stdout, stderr } = await project.run(sample, {
        PORTICO_BASE_URL: mock.url,
        PORTICO_API_KEY: "ptc_any",
        PORTICO_MANAGEMENT_KEY: "ptcm_any",
      });
      expect(stderr).toBe("");
      expect(stdout.trim()).not.toBe("");
    },
  );

  it("samples have no type errors", async () => {
    expect(await project.typeErrors()).toBe("");
  });
});

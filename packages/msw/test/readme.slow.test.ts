import { join } from "node:path";
import { createSampleProject, readmeSamples } from "@portico/test-support/readme-samples";
import { afterAll, describe, expect, it } from "vitest";

const packageFolder = join(import.meta.dirname, "..");
const samples = readmeSamples(packageFolder).filter(({ runs }) => runs);
const project = createSampleProject(packageFolder, samples, ["msw"]);

describe("the README", () => {
  afterAll(() => project[Symbol.dispose]());

  it.each(samples.map((sample) => [sample.title, sample] as const))(
    "%s: the sample runs",
    async (_, sample) => {
      const { stdout, stderr } = await project.run(sample);
      expect(stderr).toBe("");
      expect(stdout.trim()).not.toBe("");
    },
  );

  it("has samples without errors of type", async () => {
    expect(samples.length).toBeGreaterThan(3);
    expect(await project.typeErrors()).toBe("");
  });
});

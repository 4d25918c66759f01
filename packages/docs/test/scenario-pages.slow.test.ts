import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { loadDocument } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sample } from "../src/sample.ts";
import { programOf } from "../src/scenarios/client-step.ts";
import { curlOf } from "../src/scenarios/curl-step.ts";
import { clientFacts, scenarioGuides, walks } from "../src/scenarios/scenario-guides.ts";
import { operationSamples } from "../src/site.ts";
import { runSamples } from "./run-samples.ts";
import { createSampleFolder, typeErrors } from "./sample-folder.ts";
import { gatewayTarget, type SampleTarget } from "./sample-target.ts";

const run = promisify(execFile);
const document = loadDocument();
const facts = clientFacts(document, operationSamples(document));
const all = walks();
const names = all.map(({ scenario }) => scenario.name);

const programs: readonly Sample[] = all.map((walk) => ({
  language: "ts",
  attributes: {},
  source: programOf(walk, facts),
  line: 1,
  place: `scenario-${walk.scenario.name}`,
}));
const scripts = new Map(
  all.map((walk) => [
    walk.scenario.name,
    walk.scenario.steps.map((step) => curlOf(walk, step)).join("\n"),
  ]),
);
const hasShellTools = ["curl", "jq"].every((name) => spawnSync(name, ["--version"]).status === 0);

describe("the walk-throughs", () => {
  const folder = createSampleFolder(programs);
  let target: SampleTarget;
  beforeAll(async () => {
    target = await gatewayTarget();
  });
  afterAll(async () => {
    folder[Symbol.dispose]();
    await target[Symbol.asyncDispose]();
  });

  it("show programs that compile, under the options of a careful reader", async () => {
    expect(await typeErrors(folder)).toBe("");
  });

  it("show programs that run on a gateway", async () => {
    const results = await runSamples(programs, folder, target);
    const failed = [...results].filter(([, { error }]) => error !== null);
    expect(failed).toEqual([]);
  });

  it.runIf(hasShellTools).each(names)("show shell commands that run: %s", async (name) => {
    const env = { ...process.env, ...target.environment, CURL_HOME: folder.path };
    const script = scripts.get(name) ?? "";
    const options = { env, cwd: folder.path };
    const { stderr } = await run("bash", ["--norc", "-euo", "pipefail", "-c", script], options);
    expect(stderr).toBe("");
  });

  it("have a step for each of the document, with its description and its status", () => {
    const guides = scenarioGuides(document, operationSamples(document));
    for (const { scenario, replies } of all) {
      const guide = guides.find(({ slug }) => slug === `scenario-${scenario.name}`);
      const markdown = guide?.markdown ?? "";
      for (const step of scenario.steps) expect(markdown).toContain(step.description);
      for (const { status } of replies)
        expect(markdown).toContain(`answers with status ${status}:`);
    }
  });
});

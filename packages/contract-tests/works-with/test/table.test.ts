import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cannot } from "./cannot.ts";
import { capabilities } from "./capabilities.ts";
import { clients } from "./clients/index.ts";
import { rankers } from "./rankers/capabilities.ts";
import { factsFile, renderFacts } from "./table.ts";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
/** What the drivers and tests of this package need beside the libraries that they drive. */
const beside =
  /^(@langchain\/core|@llamaindex\/core|@portico\/.*|@types\/node|typescript|vitest|@hey-api\/.*|@kubb\/.*|@stoplight\/.*|orval)$/;

it("is what the published page is drawn from", async () => {
  await expect(renderFacts()).toMatchFileSnapshot(factsFile);
});

it("has a row for each library that is installed", () => {
  const names = [...clients, ...rankers].map(({ name }) => name.replace(/, its .*/, ""));
  const driven = names.map((name) => name.replace(/^openai \d.*/, "openai"));
  const libraries = Object.keys(manifest.devDependencies).filter((name) => !beside.test(name));
  for (const library of libraries) {
    const name = library.replace(/^openai-\d$/, "openai");
    expect(
      driven.some((each) => each.split(" + ").includes(name)),
      library,
    ).toBe(true);
  }
});

it("says of no program that it fails, or that it was not tried", () => {
  expect(renderFacts()).not.toMatch(/^.*(?:": "fails|: fails|not tried).*$/m);
});

it("has each client once, and no reason for a cell that is not there", () => {
  const names = clients.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [name, reasons] of Object.entries(cannot)) {
    expect(names).toContain(name);
    for (const capability of Object.keys(reasons)) expect(capabilities).toHaveProperty(capability);
  }
});

import { execFile } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOperationSamples, samplesOf } from "../src/sample.ts";
import { createSampleFolder, type SampleFolder } from "./sample-folder.ts";

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, "..");
const project = join(packageFolder, "../..");
const generator = join(project, "packages/contract/generator/schema-types.ts");

const guide = readFileSync(join(packageFolder, "guides/streaming.md"), "utf8");
const samples = [
  ...samplesOf(guide, "guides/streaming.md"),
  ...(readOperationSamples(join(packageFolder, "samples")).get("createResponse") ?? []),
].filter(({ language, attributes }) => language === "ts" && "run" in attributes);

const examples = globSync(
  ["examples/node-script/src/*.ts", "examples/browser-chat/page/*.ts", "examples/worker/src/*.ts"],
  { cwd: project },
);

/** What a request to POST /responses asks has another name. */
function renamed(): OpenApiDocument {
  const document = loadDocument();
  const request = document.components.schemas["ResponseRequest"];
  const { input, ...properties } = request?.properties ?? {};
  if (input === undefined) throw new Error("The request has no input.");
  Object.assign(request ?? {}, {
    required: ["model", "question"],
    properties: { ...properties, question: input },
  });
  return document;
}

/** Sources as they are, over the types of a contract that has changed. */
describe("when a property of the contract is renamed", () => {
  let folder: SampleFolder;
  beforeAll(() => {
    folder = createSampleFolder(samples);
  });
  afterAll(() => folder[Symbol.dispose]());

  const errorsWith = async (document: OpenApiDocument): Promise<string> => {
    const { schemaTypes } = await import(pathToFileURL(generator).href);
    const schema = join(folder.path, "schema.ts");
    writeFileSync(schema, await schemaTypes(document));
    const settings = {
      extends: join(project, "examples/browser-chat/tsconfig.json"),
      compilerOptions: {
        ...{ composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: "/" },
        ...{ tsBuildInfoFile: null, noPropertyAccessFromIndexSignature: false },
        paths: { "@portico/contract/schema": [schema] },
      },
      ...{ include: [], references: [] },
      files: [...samples.map(folder.fileOf), ...examples.map((file) => join(project, file))],
    };
    const place = join(folder.path, "changed.tsconfig.json");
    writeFileSync(place, JSON.stringify(settings));
    const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
    return run(process.execPath, [join(compiler, "../bin/tsc"), "-p", place]).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
  };

  it("the examples and the samples do not compile, and the compiler names the places", async () => {
    expect(await errorsWith(loadDocument())).toBe("");
    const errors = await errorsWith(renamed());
    expect(errors).toMatch(/examples\/node-script\/src\/verbs\.ts\(\d+/);
    expect(errors).toMatch(/examples\/browser-chat\/page\/chat\.ts\(\d+/);
    const asking = samples.filter(({ source }) => /@portico\/client.* input:/s.test(source));
    expect(asking).not.toEqual([]);
    for (const sample of asking) expect(errors).toContain(folder.fileOf(sample).split("/").at(-1));
  });
});

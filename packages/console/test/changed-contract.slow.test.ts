import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { isProof } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, "..");
const project = join(packageFolder, "../..");
const generator = join(project, "packages/contract/generator/schema-types.ts");

/** What is renamed, and where the console reads it. */
const renames = [
  ["Generation", "held", "kept", /screens\/requests\/[\w-]+\.tsx?\(\d+/],
  ["ActivityTotals", "usage", "spent", /screens\/(overview|spend)\/[\w-]+\.tsx?\(\d+/],
  ["ApiKey", "exposed_at", "found_at", /screens\/keys\/[\w-]+\.tsx?\(\d+/],
  ["CurrentSession", "operations", "may", /app\/[\w-]+\.tsx?\(\d+/],
] as const;

function renamed(): OpenApiDocument {
  const document = loadDocument();
  for (const [schema, from, to] of renames) {
    const changed = document.components.schemas[schema];
    const { [from]: property, ...properties } = changed?.properties ?? {};
    if (property === undefined) throw new Error(`${schema} has no ${from}.`);
    const required = changed?.required?.map((name) => (name === from ? to : name)) ?? [];
    Object.assign(changed ?? {}, { required, properties: { ...properties, [to]: property } });
  }
  return document;
}

describe("when properties of the contract are renamed", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "portico-console-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const errorsWith = async (document: OpenApiDocument): Promise<string> => {
    const { schemaTypes } = await import(pathToFileURL(generator).href);
    const schema = join(folder, "schema.ts");
    writeFileSync(schema, await schemaTypes(document));
    const settings = {
      extends: join(packageFolder, "tsconfig.json"),
      compilerOptions: {
        ...{ composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: "/" },
        ...{ tsBuildInfoFile: null, typeRoots: [join(packageFolder, "node_modules/@types")] },
        types: ["node", join(packageFolder, "node_modules/vite/client")],
        paths: { "@portico/contract/schema": [schema] },
      },
      ...{ include: [], references: [] },
      files: [join(packageFolder, "src/main.tsx")],
    };
    const place = join(folder, "tsconfig.json");
    writeFileSync(place, JSON.stringify(settings));
    const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
    return run(process.execPath, [join(compiler, "../bin/tsc"), "-p", place]).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
  };

  it("the console does not compile, and the compiler names the places of each", async () => {
    // The gate "types" says the same of what stands there.
    if (isProof) expect(await errorsWith(loadDocument())).toBe("");
    const errors = await errorsWith(renamed());
    for (const [, from, , place] of renames) expect.soft(errors, from).toMatch(place);
  });
});

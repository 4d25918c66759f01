import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hookFiles } from "./hook-files.ts";

const run = promisify(execFile);
const packages = join(import.meta.dirname, "../..");

/** The contract with one property of a request renamed, and with an operation more. */
function changedDocument(): OpenApiDocument {
  const text = JSON.stringify(loadDocument());
  const document: OpenApiDocument = JSON.parse(text);
  const request = document.components.schemas["CreateApiKeyRequest"];
  const { name, ...properties } = request?.properties ?? {};
  Object.assign(request ?? {}, {
    required: ["title"],
    properties: { title: name, ...properties },
  });
  const { get, post } = document.paths["/keys"] ?? {};
  document.paths["/badges"] = {
    ...(get && { get: { ...get, operationId: "listBadges" } }),
    ...(post && { post: { ...post, operationId: "createBadge", "x-invalidates": ["listBadges"] } }),
  };
  return document;
}

const usage = `
import { createPortico } from "@portico/client";
import { createPorticoQuery } from "../src/index.ts";
import { createBadgeBody } from "../src/forms.ts";

const portico = createPorticoQuery(createPortico());
export const useBadges = () => portico.listBadges.useInfiniteQuery();
export const useCreate = () => portico.createBadge.useMutation().mutate({ body: createBadgeBody.parse({}) });
export const useTitle = () => portico.createApiKey.useMutation().mutate({ body: { title: "Search" } });
// @ts-expect-error the property was renamed
export const useName = () => portico.createApiKey.useMutation().mutate({ body: { name: "Search" } });
`;

let folder: string;
beforeAll(async () => {
  const document = changedDocument();
  folder = mkdtempSync(join(tmpdir(), "portico-hooks-"));
  cpSync(join(packages, "react-query/src"), join(folder, "src"), { recursive: true });
  symlinkSync(join(packages, "react-query/node_modules"), join(folder, "node_modules"));
  for (const [name, content] of hookFiles(document))
    writeFileSync(join(folder, "src/generated", name), content);
  mkdirSync(join(folder, "test"));
  writeFileSync(join(folder, "test/usage.ts"), usage);
  const generator = join(packages, "contract/generator/schema-types.ts");
  const { schemaTypes } = await import(pathToFileURL(generator).href);
  writeFileSync(join(folder, "schema.ts"), await schemaTypes(document));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("what is generated from a changed contract", () => {
  it("has hooks and a form for an operation that was added, and refuses a name that was changed", async () => {
    const compilerOptions = {
      noEmit: true,
      rootDir: "/",
      emitDeclarationOnly: false,
      composite: false,
      tsBuildInfoFile: null,
      paths: {
        "@portico/contract/schema": [join(folder, "schema.ts")],
        "@portico/client": [join(packages, "client/src/index.ts")],
      },
    };
    const project = {
      extends: join(packages, "react-query/tsconfig.json"),
      compilerOptions,
      include: [],
      references: [],
      files: ["test/usage.ts"],
    };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
    const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
    const { stdout } = await run(process.execPath, [
      join(compiler, "../bin/tsc"),
      "-p",
      folder,
    ]).catch((error: { readonly stdout: string }) => error);
    // The client's own code names the property nowhere, so nothing else is wrong.
    expect(stdout).toBe("");
  });
});

describe("the generator refuses", () => {
  const changed = (change: (document: OpenApiDocument) => object | undefined, fields: object) => {
    const document: OpenApiDocument = JSON.parse(JSON.stringify(loadDocument()));
    Object.assign(change(document) ?? {}, fields);
    return () => hookFiles(document);
  };

  it("a write that does not say what it changes, and names that read nothing", () => {
    const post = (document: OpenApiDocument) => document.paths["/keys"]?.post;
    expect(changed(post, { "x-invalidates": undefined })).toThrow(/createApiKey .*x-invalidates/);
    expect(changed(post, { "x-invalidates": ["listNothing"] })).toThrow(/listNothing/);
    expect(changed(post, { "x-invalidates": ["deleteApiKey"] })).toThrow(/deleteApiKey/);
  });

  it("a list with pages whose reply does not say where it ends", () => {
    const list = (document: OpenApiDocument) => document.components.schemas["ApiKeyList"];
    expect(changed(list, { properties: { data: { type: "array" } } })).toThrow(
      /listApiKeys takes pages/,
    );
  });

  it("a keyword that forms would leave out", () => {
    const name = (document: OpenApiDocument) =>
      document.components.schemas["CreateApiKeyRequest"]?.properties?.["name"];
    expect(changed(name, { multipleOf: 2 })).toThrow(/multipleOf/);
    expect(changed(name, { format: "iban" })).toThrow(/iban/);
  });
});

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { stripAdditions } from "@portico/contract/strip-additions";

/** The document as the gateway serves it at /openapi.json, and the specified interface alone. */
export const published: readonly (readonly [string, () => OpenApiDocument])[] = [
  ["the document", loadDocument],
  ["the document without its additions", () => stripAdditions(loadDocument())],
];

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** A project of a user: a new folder outside the repository, with a document as `openapi.json` and the packages of the tools. */
export function folderWith(document: OpenApiDocument): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "portico-stock-tools-"));
  symlinkSync(modules, join(path, "node_modules"));
  writeFileSync(join(path, "openapi.json"), JSON.stringify(document));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { watchFolders } from "@portico/contract/watch-folders";
import { sourceFolders } from "./site.ts";

const run = promisify(execFile);
const project = join(import.meta.dirname, "../../..");
const spec = join(project, "spec");
const generator = join(project, "scripts/generate.ts");

/** Calls back, one call at a time, whenever something has changed that the site is made from. Gives the way to stop. */
export function watchSources(
  changed: (document: OpenApiDocument) => Promise<void>,
  failed: (reason: string) => void,
): () => void {
  let document: OpenApiDocument | undefined;
  let pending = Promise.resolve();
  const rebuild = async (): Promise<void> => {
    document ??= await bundledSpec();
    await changed(document);
  };
  return watchFolders([...sourceFolders, spec], (paths) => {
    if (paths.some((path) => path.startsWith(spec))) document = undefined;
    pending = pending.then(rebuild).catch((error: unknown) => failed(reasonOf(error)));
  });
}

/** The spec as it stands, bundled aside: writing for the documentation changes nothing of the project. */
async function bundledSpec(): Promise<OpenApiDocument> {
  if (!existsSync(generator)) return loadDocument();
  const output = mkdtempSync(join(tmpdir(), "portico-docs-"));
  try {
    await run(process.execPath, [generator, "--output", output]);
    return JSON.parse(
      readFileSync(join(output, "packages/contract/src/generated/openapi.json"), "utf8"),
    ) as OpenApiDocument;
  } finally {
    rmSync(output, { recursive: true });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "stderr" in error ? String(error.stderr) : error.message;
}

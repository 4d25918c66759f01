import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { sourceFolders } from "./site.ts";

const run = promisify(execFile);
const project = join(import.meta.dirname, "../../..");
const spec = join(project, "spec");
const generator = join(project, "scripts/generate.ts");

/** Editors save in bursts. */
const settleMs = 100;

/** Calls back, one call at a time, whenever something has changed that the site is made from. Gives the way to stop. */
export function watchSources(
  changed: (document: OpenApiDocument) => Promise<void>,
  failed: (reason: string) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let document: OpenApiDocument | undefined;
  let pending = Promise.resolve();
  const rebuild = async (): Promise<void> => {
    document ??= await bundledSpec();
    await changed(document);
  };
  const touch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      pending = pending.then(rebuild).catch((error: unknown) => failed(reasonOf(error)));
    }, settleMs);
  };
  const watchers = sourceFolders.map((folder) => watch(folder, touch));
  if (existsSync(spec))
    watchers.push(
      watch(spec, { recursive: true }, () => {
        document = undefined;
        touch();
      }),
    );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** The spec as it stands, bundled aside: writing for the documentation changes nothing of the project. */
async function bundledSpec(): Promise<OpenApiDocument> {
  if (!existsSync(generator)) return loadDocument();
  const output = mkdtempSync(join(tmpdir(), "portico-docs-"));
  try {
    await run(process.execPath, [generator, "--output", output]);
    return JSON.parse(readFileSync(join(output, "openapi.json"), "utf8")) as OpenApiDocument;
  } finally {
    rmSync(output, { recursive: true });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "stderr" in error ? String(error.stderr) : error.message;
}

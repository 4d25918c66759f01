import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { OpenApiDocument } from "@portico/contract";
import { changesBetween } from "./changes.ts";

const run = promisify(execFile);
const repository = join(import.meta.dirname, "../../..");
const specFolder = join(repository, "spec");
const generator = join(repository, "scripts/generate.ts");
const settleMs = 100;

export interface SpecListener {
  changed(document: OpenApiDocument, changes: readonly string[]): Promise<void>;
  /** The new spec cannot be served; the last one still is. */
  unusable(reason: string): void;
}

/**
 * Calls back with the new document whenever the spec changes: the given bundle, or else the project's spec/,
 * bundled aside so that nothing of the project is written.
 */
export function watchDocument(bundle: string | undefined, listener: SpecListener): void {
  const source = bundle === undefined ? projectSpec() : givenBundle(bundle);
  if (source === null) return;
  let current = "";
  const reload = async (): Promise<void> => {
    const text = await source.read();
    if (text === current) return;
    const before = current;
    current = text;
    if (before === "") return;
    const document = JSON.parse(text) as OpenApiDocument;
    const changes = changesBetween(JSON.parse(before), document);
    await listener.changed(document, changes);
  };
  const report = (error: unknown): void => listener.unusable(reasonOf(error));
  let pending = reload().catch(report);
  let timer: NodeJS.Timeout | undefined;
  watch(source.folder, { recursive: true }, (_, name) => {
    if (name === null || !source.concerns(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      pending = pending.then(reload).catch(report);
    }, settleMs);
  });
}

interface Source {
  readonly folder: string;
  concerns(name: string): boolean;
  read(): Promise<string>;
}

function givenBundle(path: string): Source {
  return {
    folder: dirname(path),
    concerns: (name) => name === basename(path),
    read: async () => readFileSync(path, "utf8"),
  };
}

function projectSpec(): Source | null {
  if (!existsSync(specFolder) || !existsSync(generator)) return null;
  const output = mkdtempSync(join(tmpdir(), "portico-mock-"));
  return {
    folder: specFolder,
    concerns: () => true,
    async read() {
      await run(process.execPath, [generator, "--output", output]);
      return readFileSync(join(output, "openapi.json"), "utf8");
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "stderr" in error ? String(error.stderr) : error.message;
}

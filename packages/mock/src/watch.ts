import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { OpenApiDocument } from "@portico/contract";
import { operationsIn } from "@portico/contract/operations-in";
import { watchFolders } from "@portico/contract/watch-folders";

const run = promisify(execFile);
const repository = join(import.meta.dirname, "../../..");
const specFolder = join(repository, "spec");
const generator = join(repository, "scripts/generate.ts");

export interface SpecListener {
  changed(document: OpenApiDocument, changes: readonly string[]): Promise<void>;
  /** The new spec cannot be served; the last one still is. */
  unusable(reason: string): void;
}

/**
 * Calls the listener with the new document when the spec changes: the given bundle, or else the project's spec/,
 * bundled elsewhere so that no file of the project is written.
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
  const touched = (paths: readonly string[]): void => {
    if (paths.some(source.concerns)) pending = pending.then(reload).catch(report);
  };
  watchFolders([source.folder], touched, { deep: source.isDeep });
}

interface Source {
  readonly folder: string;
  /** Whether the folders below are included. */
  readonly isDeep: boolean;
  readonly concerns: (path: string) => boolean;
  read(): Promise<string>;
}

function givenBundle(path: string): Source {
  return {
    folder: dirname(resolve(path)),
    isDeep: false,
    concerns: (changed) => changed === resolve(path),
    read: async () => readFileSync(path, "utf8"),
  };
}

function projectSpec(): Source | null {
  if (!existsSync(specFolder) || !existsSync(generator)) return null;
  const output = mkdtempSync(join(tmpdir(), "portico-mock-"));
  return {
    folder: specFolder,
    isDeep: true,
    concerns: () => true,
    async read() {
      await run(process.execPath, [generator, "--output", output]);
      return readFileSync(join(output, "packages/contract/src/generated/openapi.json"), "utf8");
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "stderr" in error ? String(error.stderr) : error.message;
}

/** The differences between two documents, one line each: operations and schemas, by name. */
function changesBetween(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return [
    ...compare("operation", operationsByAddress(before), operationsByAddress(after)),
    ...compare("schema", before.components.schemas, after.components.schemas),
  ];
}

function operationsByAddress(document: OpenApiDocument): Record<string, unknown> {
  return Object.fromEntries(
    operationsIn(document).map(({ method, path, operation }) => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

function compare(
  noun: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name) => {
    if (!(name in before)) return [`new ${noun} ${name}`];
    if (!(name in after)) return [`${noun} ${name} is gone`];
    const same = JSON.stringify(before[name]) === JSON.stringify(after[name]);
    return same ? [] : [`${noun} ${name} changed`];
  });
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Vitest's workers inherit it. */
const variable = "TEST_RUN_FOLDER";

/** Vitest's global set-up: a folder for what several files of a run need. Each project calls it; the first one makes it. */
export function setup(): () => void {
  if (process.env[variable] !== undefined) return () => {};
  const folder = makeFolder();
  process.env[variable] = folder;
  return () => {
    delete process.env[variable];
    rmSync(folder, { recursive: true, force: true });
  };
}

let own: string | null = null;

/** Of this run; of this process, where no run of Vitest has started it. */
export function runFolder(): string {
  return process.env[variable] ?? ownFolder();
}

function ownFolder(): string {
  if (own !== null) return own;
  const folder = makeFolder();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  own = folder;
  return folder;
}

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "portico-run-"));
}

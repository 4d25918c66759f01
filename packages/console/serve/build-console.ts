import { rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFolder } from "@portico/publish/replace-folder";
import { build } from "vite";

const root = join(import.meta.dirname, "..");

/** Where the gateway serves it from: packages/server/src/http/pages.ts. */
export const consoleFolder = join(root, "site");

/** In the mode `handlers` it answers itself. A running gateway finds the whole console, or the one before. */
export async function buildConsole(
  place: string = consoleFolder,
  mode: "production" | "handlers" = "production",
): Promise<void> {
  const draft = `${place}.${process.pid}.draft`;
  try {
    await build({ root, mode, logLevel: "warn", build: { outDir: draft } });
    replaceFolder(draft, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

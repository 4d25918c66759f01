import { rmSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { replaceFolder } from "@portico/publish/replace-folder";
import { build } from "vite";

const root = join(import.meta.dirname, "..");

/** Where the gateway serves it from: packages/server/src/http/pages/pages.ts. */
export const consoleFolder = join(root, "site");

/** In the mode `handlers` it answers itself. A running gateway finds the whole console, or the one before. */
export async function buildConsole(
  place: string = consoleFolder,
  mode: "production" | "handlers" = "production",
): Promise<void> {
  const draft = `${place}.${process.pid}.draft`;
  try {
    await build({ root, mode, logLevel: "warn", build: { outDir: draft } });
    if (mode === "production") await compressAll(join(draft, "assets"));
    replaceFolder(draft, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** As well as it can be done, beside each file: the gateway's own compression is quick and sends a seventh more. */
async function compressAll(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob(join(folder, "*.{js,css,svg}")));
  await Promise.all(
    files.map(async (file) => {
      await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
    }),
  );
}

import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { oncePerRun } from "./once-per-run.ts";

const root = join(import.meta.dirname, "../../..");

/**
 * What `npm start` runs: one program of the gateway's sources, which starts with two fifths of the CPU time that those take.
 * It is looked for once in a run of the tests, and made once for each state of the sources.
 */
export async function gatewayProgram(): Promise<string> {
  const folder = await oncePerRun("gateway-program", async (own) => {
    const bootstrap = join(root, "scripts/bootstrap/gateway.mjs");
    const { gatewayProgram: made } = await import(pathToFileURL(bootstrap).href);
    const found = { node: process.execPath, nodeFolder: dirname(process.execPath) };
    await writeFile(join(own, "path"), await made("packages/server/src/main.ts", found));
  });
  return join(root, await readFile(join(folder, "path"), "utf8"));
}

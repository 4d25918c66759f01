import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "vite";
import { replaceFolder } from "./replace-folder.ts";

const usage = `Usage: npm run console:build -- [--help]

Builds the console into packages/console/site, from where the gateway serves it at /console.`;

const { values } = parseArgs({
  options: { help: { type: "boolean", short: "h", default: false } },
});

if (values.help) console.log(usage);
else await buildConsole();

/** A running gateway finds the whole console, or the one before: a folder is never half written. */
async function buildConsole(): Promise<void> {
  const root = join(import.meta.dirname, "..");
  const draft = join(root, `site.${process.pid}.draft`);
  try {
    await build({ root, logLevel: "warn", build: { outDir: draft } });
    await replaceFolder(draft, join(root, "site"));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

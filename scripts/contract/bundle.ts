import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Document } from "./document.ts";

const run = promisify(execFile);
const redocly = join(
  dirname(fileURLToPath(import.meta.resolve("@redocly/cli/package.json"))),
  "bin/cli.js",
);

/** One document out of the many files under spec/. */
export async function bundle(specFolder: string): Promise<Document> {
  const root = join(specFolder, "openapi.yaml");
  const options = {
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      NO_COLOR: "1",
    },
  };
  const { stdout } = await run(
    process.execPath,
    [redocly, "bundle", root, "--ext", "json"],
    options,
  ).catch((cause: { stderr?: string; message: string }) => {
    const said = cause.stderr?.trim() ?? cause.message;
    const shown = said.length > 4000 ? `${said.slice(0, 4000)}\n…` : said;
    throw new Error(`The spec does not bundle: repair the places named here.\n${shown}`, { cause });
  });
  return inlineText(JSON.parse(stdout) as Document, specFolder);
}

/** Redocly leaves a reference to a text file inside an example as it is; readers of the bundle want the text. */
function inlineText(document: Document, specFolder: string): Document {
  const files = new Map(
    globSync("**/*.{sse,txt}", { cwd: specFolder }).map((file) => [
      basename(file),
      join(specFolder, file),
    ]),
  );
  const text = JSON.stringify(document, (_key, value: unknown) => {
    const reference = (value as { $ref?: unknown } | null)?.$ref;
    if (typeof reference !== "string" || reference.startsWith("#")) return value;
    const file = files.get(basename(reference));
    if (file === undefined)
      throw new Error(`The reference ${reference} leads to no file under ${specFolder}.`);
    return readFileSync(file, "utf8");
  });
  return JSON.parse(text) as Document;
}

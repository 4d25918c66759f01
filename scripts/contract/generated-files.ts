import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { schemaTypes } from "../../packages/contract/generator/schema-types.ts";
import { handlerFiles } from "../../packages/mock/generator/handlers/make-handlers.ts";
import { scenarioFiles } from "../../packages/mock/generator/scenarios/scenario-files.ts";
import { hookFiles } from "../../packages/react-query/generator/hook-files.ts";
import { meaningFiles } from "../../packages/try-it/generator/meaning-files.ts";
import { changeTable } from "./change-table.ts";
import type { Document } from "./document.ts";
import { eventTable, messageStream, responseStream } from "./event-table.ts";
import { operationTable } from "./operation-table.ts";

const run = promisify(execFile);
const redocly = join(
  dirname(fileURLToPath(import.meta.resolve("@redocly/cli/package.json"))),
  "bin/cli.js",
);

/** One document out of the many files under spec/. */
async function bundle(specFolder: string): Promise<Document> {
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

type Files = ReadonlyMap<string, string>;

/** The readings of the contract: the folder that a machine alone writes, and what it writes there. */
const readings: Readonly<
  Record<string, (document: Document, specFolder: string) => Files | Promise<Files>>
> = {
  "packages/contract/src/generated": contractFiles,
  "packages/docs/src/generated": (document, specFolder) =>
    changeTable(document, join(specFolder, "releases")),
  "packages/react-query/src/generated": hookFiles,
  "packages/msw/src/generated": handlerFiles,
  "packages/try-it/src/generated": meaningFiles,
  "packages/mock/src/generated": (document, specFolder) =>
    scenarioFiles(document, join(specFolder, "scenarios")),
};

/** Everything that is made from spec/, by folder: file name to content. The same input always gives the same bytes. */
export async function generatedFiles(specFolder: string): Promise<Map<string, Files>> {
  const document = await bundle(specFolder);
  const folders = new Map<string, Files>();
  for (const [folder, filesOf] of Object.entries(readings))
    folders.set(folder, await filesOf(document, specFolder));
  return folders;
}

async function contractFiles(document: Document): Promise<Files> {
  return new Map([
    ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ["schema.ts", await schemaTypes(document)],
    ["operations.ts", operationTable(document)],
    ["events.ts", eventTable(document, responseStream)],
    ["message-events.ts", eventTable(document, messageStream)],
  ]);
}

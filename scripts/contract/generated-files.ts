import { join } from "node:path";
import { schemaTypes } from "../../packages/contract/generator/schema-types.ts";
import { handlerFiles } from "../../packages/msw/generator/handler-files.ts";
import { hookFiles } from "../../packages/react-query/generator/hook-files.ts";
import { scenarioFiles } from "../../packages/scenarios/generator/scenario-files.ts";
import { meaningFiles } from "../../packages/try-it/generator/meaning-files.ts";
import { bundle } from "./bundle.ts";
import { changeTable } from "./change-table.ts";
import type { Document } from "./document.ts";
import { eventTable, messageStream, responseStream } from "./event-table.ts";
import { operationTable } from "./operation-table.ts";

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
  "packages/scenarios/src/generated": (document, specFolder) =>
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

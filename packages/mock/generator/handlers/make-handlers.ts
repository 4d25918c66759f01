import { join } from "node:path";
import { loadDocument } from "@portico/contract";
import { updateFolder } from "@portico/contract/update-folder";
import * as behaviours from "../../src/gateway/behaviours/index.ts";
import type { OperationPack } from "../../src/gateway/pack.ts";
import { packsOf } from "../../src/gateway/packs.ts";
import { fileNameOf, operationModule } from "./operation-module.ts";
import { sharedParts } from "./shared-parts.ts";
import { banner } from "./source.ts";

const place = join(import.meta.dirname, "../../../msw/src/generated");

/** Makes the modules of the request handlers, which git does not hold. It takes packages of production alone. */
export function makeHandlers(): void {
  updateFolder(place, handlerFiles(loadDocument()));
}

/**
 * One module for each operation, so that a bundler takes those that a page uses; what several operations have in
 * common stands once, as constants of shared.ts.
 */
export function handlerFiles(document: object): Map<string, string> {
  const packs = packsOf(JSON.parse(JSON.stringify(document)));
  const shared = sharedParts(packs);
  return new Map([
    ["shared.ts", shared.source],
    ["operations.ts", operationList(packs)],
    ...packs.map((pack): [string, string] => [
      fileNameOf(pack),
      operationModule(pack, {
        packs,
        shared,
        hasBehaviour: Object.hasOwn(behaviours, pack.facts.id),
      }),
    ]),
  ]);
}

function operationList(packs: readonly OperationPack[]): string {
  const lines = packs.map((pack) => `export { ${pack.facts.id} } from "./${fileNameOf(pack)}";`);
  return `${banner}\n/** The handlers of every operation by its id, in the order of the contract. */\n${lines.join("\n")}\n`;
}

if (import.meta.main) makeHandlers();

import { join } from "node:path";
import { loadDocument } from "@portico/contract";
import { updateFolder } from "@portico/contract/update-folder";
import { handlerFiles } from "./handler-files.ts";

const place = join(import.meta.dirname, "../../../msw/src/generated");

/** Makes the modules of the request handlers, which git does not hold. It takes packages of production alone. */
export function makeHandlers(): void {
  updateFolder(place, handlerFiles(loadDocument()));
}

if (import.meta.main) makeHandlers();

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scenarioNames } from "@portico/mock/scenarios";
import type { SiteFile } from "../site-file.ts";

const folder = join(import.meta.dirname, "../../../../spec/scenarios");

/** The Arazzo documents as they are published: beside the OpenAPI document that they refer to. */
export function scenarioDocuments(): SiteFile[] {
  return scenarioNames.map((name) => ({
    path: `scenarios/${name}.yaml`,
    content: readFileSync(join(folder, `${name}.yaml`), "utf8").replace(
      /^( +url: ).*openapi\.json$/m,
      "$1../openapi.json",
    ),
  }));
}

import type { OpenApiDocument } from "@portico/contract";
import { operationTable, queryInterface } from "./operation-table.ts";
import { requestBodies } from "./request-bodies.ts";

/** What is generated for the hooks: file name to content. */
export function hookFiles(bundled: object): Map<string, string> {
  const document: OpenApiDocument = JSON.parse(JSON.stringify(bundled));
  return new Map([
    ["operation-table.ts", operationTable(document)],
    ["portico-query.ts", queryInterface(document)],
    ["request-bodies.ts", requestBodies(document)],
  ]);
}

import { readFileSync } from "node:fs";
import type { OpenApiDocument } from "./open-api.ts";

export * from "./facts.ts";

/**
 * Reads the bundled document from disk: a fresh copy for each call, because some callers change their copy.
 * Not for browsers, which import `@portico/contract/openapi.json`.
 */
export function loadDocument(): OpenApiDocument {
  return JSON.parse(
    readFileSync(new URL("./generated/openapi.json", import.meta.url), "utf8"),
  ) as OpenApiDocument;
}

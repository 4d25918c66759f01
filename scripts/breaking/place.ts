import type { Diff } from "api-smart-diff";
import { type Document, type Method, methods, type OperationObject } from "../contract/document.ts";

/** Where in the document a difference lies. */
export interface Place {
  readonly keys: readonly string[];
  readonly operation: OperationObject | undefined;
  readonly stage: "specified" | "beta" | "preview";
  /** A request may ask for more than before only at its callers' cost; a reply may promise less only at its readers'. */
  readonly side: "request" | "reply" | "elsewhere";
  /** The way inside the schema; undefined where the difference is not in a schema. */
  readonly inSchema: readonly string[] | undefined;
}

export function placeOf(diff: Diff, released: Document, current: Document): Place {
  const keys = diff.path.map(String);
  const operation = operationAt(released, keys) ?? operationAt(current, keys);
  const schemaAt = keys[0] === "paths" ? keys.indexOf("schema", 3) : -1;
  return {
    keys,
    operation,
    stage: (operation?.["x-stage"] ?? "specified") as Place["stage"],
    side: sideOf(keys),
    inSchema: schemaAt === -1 ? undefined : keys.slice(schemaAt + 1),
  };
}

function operationAt(document: Document, [first, route, method]: readonly string[]) {
  if (first !== "paths" || route === undefined || !methods.includes(method as Method))
    return undefined;
  return document.paths[route]?.[method as Method] as OperationObject | undefined;
}

function sideOf(keys: readonly string[]): Place["side"] {
  if (keys[3] === "responses") return "reply";
  return keys[3] === "parameters" || keys[2] === "parameters" || keys[3] === "requestBody"
    ? "request"
    : "elsewhere";
}

/** As shown to people: `createResponse, request body [beta]`. */
export function nameOf({ keys, operation, stage }: Place): string {
  if (operation === undefined) return "";
  const label = stage === "specified" ? "" : ` [${stage}]`;
  return `${operation.operationId}${partOf(operation, keys[3], keys[4])}${label}`;
}

function partOf(operation: OperationObject, part: string | undefined, entry: string | undefined) {
  switch (part) {
    case "requestBody":
      return ", request body";
    case "parameters": {
      const parameter = operation.parameters?.[Number(entry)];
      if (parameter === undefined) return ", parameters";
      return `, ${"$ref" in parameter ? parameter.$ref.split("/").at(-1) : parameter.name}`;
    }
    case "responses":
      return entry === undefined ? ", replies" : `, reply ${entry}`;
    default:
      return "";
  }
}

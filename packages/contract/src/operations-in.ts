import { follow, type Json, type JsonObject } from "./json-tree.ts";
import type { OpenApiDocument, OperationObject, ParameterObject } from "./open-api.ts";

const methods = ["get", "put", "post", "delete", "patch"] as const;

/** An operation with its address. */
export interface LocatedOperation {
  readonly method: (typeof methods)[number];
  readonly path: string;
  readonly operation: OperationObject;
}

/** Every operation in the order of the document. */
export function operationsIn({ paths }: Pick<OpenApiDocument, "paths">): LocatedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(isMethod)
      .flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [{ method, path, operation }];
      }),
  );
}

function isMethod(key: string): key is LocatedOperation["method"] {
  return methods.some((method) => method === key);
}

/** Follows a `$ref` within the document. One that leads nowhere is the writer's mistake. */
export function resolved<Part extends object>(
  document: object,
  part: Part | { readonly $ref: string },
): Part {
  const reference: unknown = Reflect.get(part, "$ref");
  if (typeof reference !== "string") return part as Part;
  const found = reference.startsWith("#/") && follow(document as JsonObject, part as Json);
  if (!found) throw new Error(`The reference ${reference} leads nowhere.`);
  return found as Part;
}

/** Those of its path first. */
export function parametersOf(
  document: OpenApiDocument,
  { path, operation }: Pick<LocatedOperation, "path" | "operation">,
): ParameterObject[] {
  const shared = document.paths[path]?.parameters ?? [];
  return [...shared, ...(operation.parameters ?? [])].map((parameter) =>
    resolved<ParameterObject>(document, parameter),
  );
}

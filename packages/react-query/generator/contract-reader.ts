import type { JsonSchema, OpenApiDocument, OperationObject } from "@portico/contract";

/** An operation with its address. */
export interface Located {
  readonly id: string;
  readonly method: (typeof methods)[number];
  readonly path: string;
  readonly operation: OperationObject;
}

const methods = ["get", "put", "post", "delete", "patch"] as const;

/** Every operation in the order of the document. */
export function operationsOf(document: OpenApiDocument): Located[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ id: operation.operationId, method, path, operation }] : [];
    }),
  );
}

/** The names of the query parameters. */
export function queryParameters(
  document: OpenApiDocument,
  { path, operation }: Located,
): ReadonlySet<string> {
  const own = [...(document.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])];
  const named = own.map((parameter) =>
    parameter.$ref ? document.components.parameters?.[lastPart(parameter.$ref)] : parameter,
  );
  return new Set(named.flatMap((found) => (found?.in === "query" ? [found.name] : [])));
}

/** The schema of the JSON that a successful call answers with. */
export function replySchema(
  document: OpenApiDocument,
  { operation }: Located,
): JsonSchema | undefined {
  const [, response] =
    Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  const found = response?.$ref
    ? document.components.responses?.[lastPart(response.$ref)]
    : response;
  const schema = found?.content?.["application/json"]?.schema;
  return schema && schemaOf(document, schema);
}

/** Follows the references of a schema. */
export function schemaOf(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const found = document.components.schemas[lastPart(schema.$ref)];
  if (found === undefined) throw new Error(`The reference ${schema.$ref} leads nowhere.`);
  return schemaOf(document, found);
}

export function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

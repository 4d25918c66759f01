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

/** The types that a schema names; none where it names no type. */
export function typesOf({ type }: JsonSchema): readonly string[] {
  return typeof type === "string" ? [type] : (type ?? []);
}

/** Whether null fits a schema. */
export function acceptsNull(document: OpenApiDocument, given: JsonSchema): boolean {
  const schema = schemaOf(document, given);
  const { oneOf, anyOf } = schema;
  const options = oneOf ?? anyOf;
  if (options) return options.some((option) => acceptsNull(document, option));
  if (schema.enum) return schema.enum.includes(null);
  if ("const" in schema) return schema.const === null;
  const types = typesOf(schema);
  return types.length === 0 || types.includes("null");
}

/** An `allOf` of objects as one object with the properties of all. */
export function flattened(document: OpenApiDocument, given: JsonSchema): JsonSchema {
  const schema = schemaOf(document, given);
  if (!schema.allOf) return schema;
  const parts = schema.allOf.map((part) => flattened(document, part));
  for (const part of parts)
    if (part.type !== "object")
      throw new Error(
        "An allOf of a request may only join objects: a form has one list of fields.",
      );
  const { allOf: _, ...own } = schema;
  return {
    ...own,
    type: "object",
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
  };
}

import type { JsonSchema, OpenApiDocument, ResponseObject } from "@portico/contract";
import { type LocatedOperation, resolved } from "@portico/contract/operations-in";

/** The schema of the JSON that a successful call answers with. */
export function replySchema(
  document: OpenApiDocument,
  { operation }: LocatedOperation,
): JsonSchema | undefined {
  const [, response] =
    Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  const { content } = resolved<ResponseObject>(document, response ?? {});
  const schema = content?.["application/json"]?.schema;
  return schema && resolved(document, schema);
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
  const schema = resolved(document, given);
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
  const schema = resolved(document, given);
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

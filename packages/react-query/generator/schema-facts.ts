import type { JsonSchema, OpenApiDocument } from "@portico/contract";
import { schemaOf } from "./contract-reader.ts";

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

import { isFields } from "../../json/json-shape.ts";

/** Keywords that structured output does not know; it refuses a schema that has one. */
const unknownKeywords: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "strict",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "examples",
]);

/** Keywords whose values are schemas by name. */
const maps: ReadonlySet<string> = new Set(["properties", "$defs", "definitions"]);

/**
 * The same schema within the subset of https://docs.claude.com/en/docs/build-with-claude/structured-outputs:
 * every object closed, no bounds on values.
 */
export function toStrictSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toStrictSchema);

  if (!isFields(schema)) return schema;

  const strict: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (unknownKeywords.has(key) || (key === "minItems" && value !== 0 && value !== 1)) continue;

    strict[key] = convertValue(key, value);
  }
  if (schema["type"] === "object" || isFields(schema["properties"]))
    strict["additionalProperties"] = false;

  return strict;
}

function convertValue(key: string, value: unknown): unknown {
  if (maps.has(key) && isFields(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, schema]) => [name, toStrictSchema(schema)]),
    );

  // The values of enum, const and default are data, not schemas.
  return key === "enum" || key === "const" || key === "default" ? value : toStrictSchema(value);
}

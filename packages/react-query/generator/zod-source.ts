import type { JsonSchema } from "@portico/contract";
import { formats } from "@portico/contract/forms-of-text";
import { typesOf } from "./contract-reader.ts";

/** What printing a schema needs of the rest of the document. */
interface Reading {
  /** The constant of a schema that is named in the document. */
  nameOf(reference: string): string;
  acceptsNull(schema: JsonSchema): boolean;
}

/** Keywords that say something to people, and nothing about what fits. */
const silent = /^(x-.*|title|description|default|discriminator|examples?|deprecated|writeOnly)$/;

/** The keywords that are printed, by the type that they limit. */
const limits: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength", "pattern", "format"],
  integer: ["minimum", "maximum", "format"],
  number: ["minimum", "maximum", "format"],
  array: ["items", "minItems", "maxItems"],
  object: ["properties", "required", "additionalProperties", "propertyNames", "maxProperties"],
  boolean: [],
  null: [],
};

/** A JSON Schema as zod, of which the same values fit. A keyword that it cannot print fails: none is left out. */
export function zodOf(schema: JsonSchema, reading: Reading): string {
  if (schema.$ref !== undefined) return reading.nameOf(schema.$ref);
  const { not, ...rest } = schema;
  const positive = positiveOf(rest, reading);
  return isSchema(not) ? `${positive}.check(isNot(${zodOf(not, reading)}))` : positive;
}

function positiveOf(schema: JsonSchema, reading: Reading): string {
  const known = new Set(["type", ...typesOf(schema).flatMap((type) => limits[type] ?? [])]);
  const [first = ""] = Object.keys(schema).filter((key) => !silent.test(key) && !known.has(key));
  if (first === "oneOf" && schema.oneOf) return oneOf(schema.oneOf, reading);
  if (first === "anyOf" && schema.anyOf) return list("z.union", schema.anyOf, reading);
  if (first === "const") return `z.literal(${JSON.stringify(schema.const)})`;
  if (first === "enum") return `z.literal(${JSON.stringify(schema.enum)})`;
  if (first !== "")
    throw new Error(
      `Forms cannot check the keyword ${first}: teach packages/react-query/generator.`,
    );
  return ofTypes(schema, typesOf(schema), reading);
}

function ofTypes(schema: JsonSchema, types: readonly string[], reading: Reading): string {
  if (types.length === 0) return "z.unknown()";
  const sources = types
    .filter((type) => type !== "null" || types.length === 1)
    .map((type) => ofType(type, schema, reading));
  const [only = ""] = sources;
  const whole = sources.length === 1 ? only : `z.union([${sources.join(", ")}])`;
  return types.includes("null") && types.length > 1 ? `z.nullable(${whole})` : whole;
}

function ofType(type: string, schema: JsonSchema, reading: Reading): string {
  switch (type) {
    case "string":
      return textOf(schema);
    case "integer":
      return `z.number()${bounds(schema, "minimum", "maximum")}.check(whole)`;
    case "number":
      return `z.number()${bounds(schema, "minimum", "maximum")}`;
    case "array":
      return `z.array(${schema.items ? zodOf(schema.items, reading) : "z.unknown()"})${bounds(schema, "minItems", "maxItems")}`;
    case "object":
      return objectOf(schema, reading);
    default:
      return `z.${type}()`;
  }
}

function bounds(schema: JsonSchema, least: string, most: string): string {
  const call = (name: string, value: unknown) => (value === undefined ? "" : `.${name}(${value})`);
  return call("min", schema[least]) + call("max", schema[most]);
}

function textOf({ minLength, maxLength, pattern, format }: JsonSchema): string {
  const checks: string[] = [];
  if (minLength !== undefined || maxLength !== undefined)
    checks.push(`text(${minLength ?? 0}, ${maxLength ?? "Infinity"})`);
  if (pattern !== undefined) checks.push(`z.regex(new RegExp(${JSON.stringify(pattern)}, "u"))`);
  const form = formats[String(format)];
  if (format !== undefined && form === undefined)
    throw new Error(
      `Forms cannot check the format ${String(format)}: name it in forms-of-text.ts.`,
    );
  if (form) checks.push(`z.regex(${form.form})`);
  return checks.length > 0 ? `z.string().check(${checks.join(", ")})` : "z.string()";
}

function objectOf(schema: JsonSchema, reading: Reading): string {
  const { properties, additionalProperties, propertyNames, maxProperties, required = [] } = schema;
  const count = maxProperties === undefined ? "" : `.check(fields(${maxProperties}))`;
  if (properties === undefined) {
    const key = isSchema(propertyNames)
      ? zodOf({ type: "string", ...propertyNames }, reading)
      : "z.string()";
    const value = isSchema(additionalProperties)
      ? zodOf(additionalProperties, reading)
      : "z.unknown()";
    return `z.record(${key}, ${value})${count}`;
  }
  if (
    propertyNames !== undefined ||
    isSchema(additionalProperties) ||
    additionalProperties === false
  )
    throw new Error("Forms cannot limit the fields beside those that are named.");
  const lines = Object.entries(properties).map(([name, property]) => {
    const source = zodOf(property, reading);
    return `${JSON.stringify(name)}: ${required.includes(name) ? source : `z.exactOptional(${source})`}`;
  });
  return `z.looseObject({${lines.join(", ")}})${count}`;
}

/** Exactly one has to fit. Null beside others that refuse it gets the shorter form, whose messages are better. */
function oneOf(options: readonly JsonSchema[], reading: Reading): string {
  const others = options.filter(({ type }) => type !== "null");
  const [only] = others;
  if (others.length === options.length || others.some((option) => reading.acceptsNull(option)))
    return list("z.xor", options, reading);
  return `z.nullable(${only && others.length === 1 ? zodOf(only, reading) : list("z.xor", others, reading)})`;
}

function list(call: string, options: readonly JsonSchema[], reading: Reading): string {
  return `${call}([${options.map((option) => zodOf(option, reading)).join(", ")}])`;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

import { explainFormat, explainPattern } from "./forms-of-text.ts";
import { isRecord } from "./is-record.ts";
import type { JsonSchema } from "./open-api.ts";
import { type JsonPath, type Problem, problem } from "./problem.ts";
import { isLongerThan, isShorterThan } from "./text-length.ts";

/** What is wrong with a value itself, not with its parts; in the contract's words if it gives a reason. */
export function explainValue(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
  const found = explainKeywords(schema, value, at);
  const said = schema["x-refusal"];
  return found !== null && typeof said === "string" ? problem(at, said, found.about) : found;
}

function explainKeywords(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
  return (
    checkType(schema, value, at) ??
    checkValues(schema, value, at) ??
    checkText(schema, value, at) ??
    checkNumber(schema, value, at) ??
    checkCount(schema, value, at)
  );
}

export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

const described: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  null: "null",
};

function isOfType(value: unknown, type: string): boolean {
  return type === "integer" ? Number.isInteger(value) : typeOf(value) === type;
}

function checkType(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
  const { type } = schema;
  if (type === undefined) return null;
  const types = typeof type === "string" ? [type] : type;
  if (types.some((name) => isOfType(value, name))) return null;
  const expected = types.map((name) => described[name] ?? name);
  return problem(at, `must be ${expected.join(" or ")}, not ${given(value, types)}`, "kind");
}

function given(value: unknown, types: readonly string[]): string {
  if (typeof value === "number" && types.includes("integer"))
    return Number.isFinite(value) ? "a fraction" : "so large a number";
  return described[typeOf(value)] ?? "this";
}

function checkValues(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
  if (schema.const !== undefined && schema.const !== value)
    return problem(at, `must be ${JSON.stringify(schema.const)}`, "tag");
  if (schema.enum === undefined || schema.enum.includes(value)) return null;
  const values = schema.enum.map((allowed) => JSON.stringify(allowed)).join(", ");
  return problem(at, `must be one of ${values}`);
}

function numeric(schema: JsonSchema, keyword: string): number | null {
  const limit = schema[keyword];
  return typeof limit === "number" ? limit : null;
}

function checkText(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
  if (typeof value !== "string") return null;
  const shortest = numeric(schema, "minLength");
  if (shortest !== null && isShorterThan(value, shortest))
    return problem(
      at,
      shortest === 1 ? "must not be empty" : `must have at least ${shortest} characters`,
    );
  const longest = numeric(schema, "maxLength");
  if (longest !== null && isLongerThan(value, longest))
    return problem(at, `must have at most ${longest} characters`);
  const expectation = explainPattern(schema, value) ?? explainFormat(schema, value);
  return expectation === null ? null : problem(at, expectation);
}

function checkNumber(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
  if (typeof value !== "number") return null;
  const least = numeric(schema, "minimum");
  if (least !== null && value < least) return problem(at, `must be at least ${least}`);
  const above = numeric(schema, "exclusiveMinimum");
  if (above !== null && value <= above) return problem(at, `must be greater than ${above}`);
  const most = numeric(schema, "maximum");
  if (most !== null && value > most) return problem(at, `must be at most ${most}`);
  return null;
}

function checkCount(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
  if (Array.isArray(value)) return checkLength(schema, value.length, at);
  const most = numeric(schema, "maxProperties");
  if (most === null || !isRecord(value) || Object.keys(value).length <= most) return null;
  return problem(at, `must have at most ${most} fields`);
}

function checkLength(schema: JsonSchema, length: number, at: JsonPath): Problem | null {
  const fewest = numeric(schema, "minItems");
  if (fewest !== null && length < fewest)
    return problem(at, fewest === 1 ? "must not be empty" : `must have at least ${fewest} items`);
  const most = numeric(schema, "maxItems");
  if (most !== null && length > most) return problem(at, `must have at most ${most} items`);
  return null;
}

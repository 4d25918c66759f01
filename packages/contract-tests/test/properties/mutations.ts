import type { JsonSchema } from "@portico/contract";
import type { ContractSchemas } from "@portico/contract/judge/schemas";
import { joined, numeric } from "./arbitrary-for.ts";

/** A right value with one thing made wrong. */
export interface Mutation {
  /** `input[0].content: another type`. */
  readonly what: string;
  readonly value: unknown;
}

/** Every single fault that can be made in a value, by what its schema says of each of its places. */
export function mutationsOf(
  schemas: ContractSchemas,
  schema: JsonSchema,
  value: unknown,
  path = "",
): Mutation[] {
  const known = joined(schemas, schemas.resolve(schema));
  const branches = known.oneOf ?? known.anyOf;
  const inside = branches
    ? branches.flatMap((branch) => mutationsOf(schemas, branch, value, path))
    : [...ofFields(schemas, known, value, path), ...ofItems(schemas, known, value, path)];
  const here = branches
    ? []
    : wrongValues(known, value).map(([what, wrong]) => ({
        what: `${path}: ${what}`,
        value: wrong,
      }));
  return [...here, ...inside];
}

function ofFields(
  schemas: ContractSchemas,
  { properties = {}, required = [] }: JsonSchema,
  value: unknown,
  path: string,
): Mutation[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const missing = required
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => {
      const rest = Object.entries(value).filter(([field]) => field !== name);
      return { what: `${path}.${name}: missing`, value: Object.fromEntries(rest) };
    });
  const changed = Object.entries(value).flatMap(([name, field]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) return [];
    return mutationsOf(schemas, property, field, `${path}.${name}`).map((mutation) => ({
      what: mutation.what,
      value: { ...value, [name]: mutation.value },
    }));
  });
  return [...missing, ...changed];
}

function ofItems(
  schemas: ContractSchemas,
  { items }: JsonSchema,
  value: unknown,
  path: string,
): Mutation[] {
  if (!Array.isArray(value) || !items) return [];
  return value.slice(0, 5).flatMap((item, index) =>
    mutationsOf(schemas, items, item, `${path}[${index}]`).map((mutation) => ({
      what: mutation.what,
      value: value.with(index, mutation.value),
    })),
  );
}

/** What is larger is refused as a body: 413. */
const largestBody = 500_000;

function isSent(limit: number | null, length = 1): boolean {
  return (limit ?? 0) * length <= largestBody;
}

function wrongValues(schema: JsonSchema, value: unknown): [string, unknown][] {
  const wrong: [string, unknown][] = [
    ...[null, true, 1, 0.5, "wrong", [], {}].map((other): [string, unknown] => [
      `${JSON.stringify(other)} in its place`,
      other,
    ]),
  ];
  const add = (keyword: string, make: (limit: number) => unknown) => {
    const limit = numeric(schema, keyword);
    if (limit !== null) wrong.push([`beyond ${keyword}`, make(limit)]);
  };
  if (typeof value === "number") {
    add("minimum", (limit) => limit - 1);
    add("maximum", (limit) => limit + 1);
    add("exclusiveMinimum", (limit) => limit);
  }
  if (typeof value === "string") {
    add("minLength", (limit) => "x".repeat(limit - 1));
    if (isSent(numeric(schema, "maxLength"))) add("maxLength", (limit) => "x".repeat(limit + 1));
    if (schema["pattern"] !== undefined) wrong.push(["off its pattern", "-Not A Slug-"]);
    if (schema["format"] !== undefined) wrong.push(["off its format", "no date"]);
  }
  if (Array.isArray(value)) {
    add("minItems", (limit) => value.slice(0, limit - 1));
    const [first] = value;
    const length = JSON.stringify(first ?? null).length;
    if (isSent(numeric(schema, "maxItems"), length))
      add("maxItems", (limit) => Array.from({ length: limit + 1 }, () => first));
  }
  return wrong;
}

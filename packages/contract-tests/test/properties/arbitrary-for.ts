import type { JsonSchema } from "@portico/contract";
import type { ContractSchemas } from "@portico/contract/judge/schemas";
import fc from "fast-check";

type Given = (schema: JsonSchema, name: string) => fc.Arbitrary<unknown> | null;

/**
 * Values that keep a schema: all its unions, all combinations of what is optional, every kind of text, numbers at their
 * borders. `given` replaces what only its meaning makes right, such as the name of a model. It knows the keywords
 * that the contract uses; whatever it makes is still to be checked against the whole schema.
 */
export function arbitraryFor(
  schemas: ContractSchemas,
  schema: JsonSchema,
  given: Given = () => null,
  name = "",
): fc.Arbitrary<unknown> {
  const known = joined(schemas, schemas.resolve(schema));
  const own = given(known, name);
  if (own !== null) return own;
  const inner = (part: JsonSchema, part_name = name) =>
    arbitraryFor(schemas, part, given, part_name);
  const branches = known.oneOf ?? known.anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => inner(branch)));
  if (known.const !== undefined) return fc.constant(known.const);
  if (known.enum) return fc.constantFrom(...known.enum);
  const types = [known.type ?? "object"].flat();
  return fc.oneof(...types.map((type) => (makers[type] ?? unknownType(type))(known, inner)));
}

/** The parts of an `allOf` as one schema: all of their properties, all that any of them requires. */
export function joined(schemas: ContractSchemas, { allOf, ...schema }: JsonSchema): JsonSchema {
  const parts = (allOf ?? []).map((part) => joined(schemas, schemas.resolve(part)));
  if (parts.length === 0) return schema;
  const all = [...parts, schema];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required }) => required ?? []),
  };
}

type Inner = (part: JsonSchema, name?: string) => fc.Arbitrary<unknown>;
type Maker = (schema: JsonSchema, inner: Inner) => fc.Arbitrary<unknown>;

const unknownType = (type: string): never => {
  throw new Error(`No values are known of the type ${type}.`);
};

const makers: Readonly<Record<string, Maker>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  string: stringFor,
  integer: (schema) => integerFor(schema),
  number: (schema) => numberFor(schema),
  array: ({ items = {}, ...schema }, inner) => {
    const minLength = numeric(schema, "minItems") ?? 0;
    const item = Object.keys(items).length === 0 ? fc.jsonValue({ maxDepth: 2 }) : inner(items);
    return fc.oneof(
      { weight: 9, arbitrary: fc.array(item, { minLength, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.array(item, { minLength, maxLength: 40, size: "max" }) },
    );
  },
  object: objectFor,
};

function objectFor(schema: JsonSchema, inner: Inner): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const rest = schema["additionalProperties"];
  if (isSchema(rest))
    return fc.dictionary(anyText, inner(rest), { maxKeys: 4, noNullPrototype: true });
  if (Object.keys(properties).length === 0)
    return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 3,
      noNullPrototype: true,
    });
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, inner(property, name)]),
  );
  return fc.record(fields, { requiredKeys: [...required], noNullPrototype: true });
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

/** Any sequence of UTF-16 units: also halves of pairs, which JSON can carry and few expect. */
const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), {
    maxLength: 12,
  })
  .map((units) => String.fromCharCode(...units));

const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.replaceAll("\u0000", "")),
  anyUnits,
  fc.constantFrom("", " ", "𝒳", "é", "‮", "__proto__", "constructor", "\ud800", "'; --", "%00"),
);

/** Texts whose only bound is that of the whole body are not sent to their full length. */
const worthSending = 10_000;

function stringFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { format, pattern } = schema;
  if (format === "uuid") return fc.uuid();
  if (format === "date-time")
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") })
      .map((date) => date.toISOString());
  if (format === "date")
    return fc
      .date({ noInvalidDate: true, min: new Date("2020-01-01"), max: new Date("2030-01-01") })
      .map((date) => date.toISOString().slice(0, 10));
  if (typeof pattern === "string")
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, 40));
  const least = numeric(schema, "minLength") ?? 0;
  const most = numeric(schema, "maxLength");
  const padded = anyText.map((text) => text.padEnd(least, "x"));
  if (most === null) return padded;
  // Counted in characters: a pair of surrogates is one.
  const length = Math.min(most, worthSending);
  const longest = fc.constantFrom("x", "𝒳").map((letter) => letter.repeat(length));
  return fc.oneof(
    { weight: 9, arbitrary: padded.map((text) => [...text].slice(0, most).join("")) },
    { weight: 1, arbitrary: longest },
  );
}

function integerFor(schema: JsonSchema): fc.Arbitrary<number> {
  const min = numeric(schema, "minimum") ?? Number.MIN_SAFE_INTEGER;
  const max = numeric(schema, "maximum") ?? Number.MAX_SAFE_INTEGER;
  return fc.oneof(
    fc.constantFrom(min, max),
    fc.integer({ min: Math.max(min, -1000), max: Math.min(max, 1000) }),
    fc.maxSafeInteger().filter((value) => value >= min && value <= max),
  );
}

function numberFor(schema: JsonSchema): fc.Arbitrary<number> {
  const above = numeric(schema, "exclusiveMinimum");
  const min = numeric(schema, "minimum") ?? above ?? -1e300;
  const max = numeric(schema, "maximum") ?? 1e300;
  const borders = above === null ? [min, max] : [max];
  return fc.oneof(
    fc.constantFrom(...borders),
    fc.double({ min, max, noNaN: true, minExcluded: above !== null }),
    fc.double({
      min: Math.max(min, -10),
      max: Math.min(max, 10),
      noNaN: true,
      minExcluded: above !== null,
    }),
  );
}

export function numeric(schema: JsonSchema, keyword: string): number | null {
  const limit = schema[keyword];
  return typeof limit === "number" ? limit : null;
}

import type { JsonSchema } from "@portico/contract/facts";
import { fieldsOf, isFields } from "@portico/core/json/shape";

/** Keywords that hold a schema, a list of schemas, or schemas by name. */
const inner = new Set(["items", "not", "additionalProperties", "propertyNames"]);
const lists = new Set(["oneOf", "anyOf", "allOf"]);
const maps = new Set(["properties"]);

/** A schema without what only readers need: its prose, its examples and its marks. */
export function leanSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !isProse(keyword))
      .map(([keyword, value]) => [keyword, leanValue(keyword, value)]),
  );
}

/** `x-refusal` and `x-refusals` have the words of refusals. */
function isProse(keyword: string): boolean {
  return /^(description|title|examples?|default|deprecated|x-(?!refusals?$).*)$/.test(keyword);
}

function leanValue(keyword: string, value: unknown): unknown {
  if (inner.has(keyword) && isFields(value)) return leanSchema(value);
  if (lists.has(keyword) && Array.isArray(value)) return value.map(fieldsOf).map(leanSchema);
  if (!maps.has(keyword)) return value;
  const named = Object.entries(fieldsOf(value));
  return Object.fromEntries(named.map(([name, one]) => [name, leanSchema(fieldsOf(one))]));
}

const prefix = "#/components/schemas/";

/** The schemas that these refer to, directly or through others, in the order of their names. */
export function closureOf(
  roots: readonly JsonSchema[],
  all: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const waiting = roots.flatMap(referencesIn);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = all[name];
    if (found.has(name) || schema === undefined) continue;
    const lean = leanSchema(schema);
    found.set(name, lean);
    waiting.push(...referencesIn(lean));
  }
  return Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return Object.entries(fieldsOf(value)).flatMap(([keyword, one]) =>
    keyword === "$ref" && typeof one === "string" && one.startsWith(prefix)
      ? [one.slice(prefix.length)]
      : referencesIn(one),
  );
}

import type { JsonSchema } from "@portico/contract";
import type { ContractSchemas } from "@portico/contract/judge/schemas";
import { propertiesOf } from "@portico/contract/judge/undocumented";

/** Converts a value that contains no others. */
export type Leaf = (schema: JsonSchema, value: unknown) => unknown;
const asItIs: Leaf = (_, value) => value;

/** A value with only the fields that a document names. */
export function reduced(
  schemas: ContractSchemas,
  schema: JsonSchema,
  value: unknown,
  leaf: Leaf = asItIs,
): unknown {
  const known = schemas.resolve(schema);
  if (Array.isArray(value)) {
    const { items } = known;
    return items === undefined ? value : value.map((item) => reduced(schemas, items, item, leaf));
  }
  if (typeof value !== "object" || value === null) return leaf(known, value);
  const properties = propertiesOf(schemas, known, value);
  if (properties === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const property = properties.get(name);
      return property === undefined ? [] : [[name, reduced(schemas, property, field, leaf)]];
    }),
  );
}

/** Replaces a word that a document does not have by the last one that it has: `incomplete` becomes `completed`. */
export const knownWord: Leaf = ({ enum: words }, value) =>
  words === undefined || words.includes(value) ? value : words.at(-1);

/** The events of a stream that a document knows, reduced; `[DONE]` stays. */
export function reducedEvents(
  schemas: ContractSchemas,
  events: readonly unknown[],
  leaf: Leaf = asItIs,
): unknown[] {
  const schema: JsonSchema = { $ref: "#/components/schemas/StreamEvent" };
  const branches = schemas.resolve(schema).oneOf ?? [];
  const types = branches.map(
    (branch) => schemas.resolve(branch).properties?.["type"]?.const as string,
  );
  return events.flatMap((event) => {
    if (typeof event !== "object" || event === null) return [event];
    const type: unknown = Reflect.get(event, "type");
    if (!types.some((known) => known === type)) return [];
    return [reduced(schemas, schema, event, leaf)];
  });
}

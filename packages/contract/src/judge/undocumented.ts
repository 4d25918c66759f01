import type { JsonSchema } from "../index.ts";
import type { ContractSchemas } from "./schemas.ts";

/** Fields of a reply that the contract does not know, as paths: undocumented fields must not be sent. */
export function undocumentedFields(
  schemas: ContractSchemas,
  schema: JsonSchema,
  value: unknown,
  path = "",
): string[] {
  const known = schemas.resolve(schema);
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      known.items ? undocumentedFields(schemas, known.items, item, `${path}[${index}]`) : [],
    );
  if (typeof value !== "object" || value === null) return [];
  const properties = propertiesOf(schemas, known, value);
  if (properties === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const here = path === "" ? name : `${path}.${name}`;
    const property = properties.get(name);
    return property ? undocumentedFields(schemas, property, field, here) : [here];
  });
}

/** The properties that a value may have, over all parts of its schema; null if it may have any. */
export function propertiesOf(
  schemas: ContractSchemas,
  schema: JsonSchema,
  value: object,
): Map<string, JsonSchema> | null {
  const parts = [...(schema.allOf ?? []), ...meant(schemas, schema, value)];
  const maps = parts.map((part) => propertiesOf(schemas, schemas.resolve(part), value));
  const own = Object.entries(schema.properties ?? {});
  const free = own.length === 0 && parts.length === 0;
  if (free || isOpen(schema) || maps.includes(null)) return null;
  return new Map([...maps.flatMap((map) => [...(map ?? [])]), ...own]);
}

function isOpen(schema: JsonSchema): boolean {
  const rest = schema["additionalProperties"];
  return rest !== undefined && rest !== false;
}

/** The branches of a `oneOf` or `anyOf` whose constants fit the value. */
function meant(schemas: ContractSchemas, schema: JsonSchema, value: object): JsonSchema[] {
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return branches.filter((branch) => fits(schemas, schemas.resolve(branch), value));
}

function fits(schemas: ContractSchemas, branch: JsonSchema, value: object): boolean {
  if (branch.type !== undefined && ![branch.type].flat().includes("object")) return false;
  // A field that a closed branch does not have is for the schema to refuse, or belongs to another branch.
  const names = Object.keys(branch.properties ?? {});
  if (
    branch["additionalProperties"] === false &&
    !Object.keys(value).every((name) => names.includes(name))
  )
    return false;
  return Object.entries(branch.properties ?? {}).every(([name, property]) => {
    const { const: constant, enum: words } = schemas.resolve(property);
    const given = (value as Record<string, unknown>)[name];
    // One branch may be there for several types.
    if (name === "type" && words !== undefined && given !== undefined) return words.includes(given);
    return constant === undefined || given === constant;
  });
}

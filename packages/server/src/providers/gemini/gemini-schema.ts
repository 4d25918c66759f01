import { References } from "@portico/core/json/references";
import { defined, type Fields, fieldsOf, isFields, listOf, textOf } from "../../json/json-shape.ts";
import type { SchemaBudget } from "../conversation/schema/schema-budget.ts";

/** A schema below this depth becomes an object of any shape. */
const deepest = 24;
/** What each converted schema, and each field that is looked at, weighs beside its own texts. */
const weightOfSchema = 32;
const weightOfField = 16;

/**
 * JSON Schema as Gemini's own subset of it: https://ai.google.dev/api/caching#Schema.
 * References are written out, and one that leads back into itself ends as an object of any shape. What the subset cannot
 * say is left out. Throws SchemaTooLarge where more would come of it than the budget allows, and BrokenReference.
 */
export function toGeminiSchema(schema: unknown, budget: SchemaBudget): Fields {
  budget.begin();
  return new Conversion(fieldsOf(schema), budget).convert(fieldsOf(schema), 0);
}

class Conversion {
  readonly #references: References;
  readonly #budget: SchemaBudget;
  /** The schemas that are being converted, each inside the one before it. */
  readonly #path = new Set<Fields>();

  constructor(root: Fields, budget: SchemaBudget) {
    this.#references = new References(root);
    this.#budget = budget;
  }

  convert(schema: Fields, depth: number): Fields {
    this.#budget.spend(weightOfSchema);
    const entered: Fields[] = [];
    const resolved = depth > deepest ? undefined : this.#enter(schema, entered);
    const converted =
      resolved === undefined ? { type: "OBJECT" } : this.#convertPlain(resolved, depth);
    for (const left of entered) this.#path.delete(left);

    return converted;
  }

  /** The schema without its `$ref`, beside which its own fields win; undefined where it leads back into itself. */
  #enter(schema: Fields, entered: Fields[]): Fields | undefined {
    let current = schema;
    for (let next: Fields | undefined = schema; next !== undefined; ) {
      if (this.#path.has(next)) return undefined;

      this.#path.add(next);
      entered.push(next);
      const reference: unknown = current["$ref"];
      next = typeof reference === "string" ? this.#references.at(reference) : undefined;
      if (next !== undefined) {
        const { $ref: _, ...own } = current;
        current = { ...next, ...own };
        this.#budget.spend(weightOfField * Object.keys(current).length);
      }
    }
    return current;
  }

  #convertPlain(schema: Fields, depth: number): Fields {
    const plain = this.#merged(schema);
    const branches = [...listOf(plain["anyOf"]), ...listOf(plain["oneOf"])].map(fieldsOf);
    if (branches.length > 0) return this.#convertBranches(plain, branches, depth);

    const named = [plain["type"]].flat().filter((type) => typeof type === "string");
    const real = distinct(named).filter((type) => type !== "null");
    const isNullable = named.includes("null");
    if (real.length > 1) {
      const split = real.map((type) => ({ ...plain, type, description: undefined }));
      this.#budget.spend(weightOfField * real.length * Object.keys(plain).length);
      return this.#convertBranches(plain, split, depth, isNullable);
    }
    return this.#convertOne(plain, real[0], isNullable, depth);
  }

  #convertBranches(
    plain: Fields,
    branches: readonly Fields[],
    depth: number,
    isNullable = false,
  ): Fields {
    const real = branches.filter((branch) => !this.#isNull(branch));
    const mayBeNull = isNullable || real.length < branches.length ? true : undefined;
    const description = textOf(plain["description"]);
    this.#budget.spendOn(description);
    const described = defined({ description, nullable: mayBeNull });
    const [only] = real;
    if (real.length === 1 && only !== undefined)
      return { ...this.convert(only, depth + 1), ...described };

    return { ...described, anyOf: real.map((branch) => this.convert(branch, depth + 1)) };
  }

  #isNull(branch: Fields): boolean {
    const { $ref, type } = branch;
    return (typeof $ref === "string" ? this.#references.at($ref)["type"] : type) === "null";
  }

  #convertOne(
    plain: Fields,
    stated: string | undefined,
    isNullable: boolean,
    depth: number,
  ): Fields {
    const type = typeOf(plain, stated);
    const own: Record<string, unknown> = { type };
    addShared(own, plain);
    if (isNullable || plain["nullable"] === true) own["nullable"] = true;

    const format = formatOf(plain, type);
    if (format !== undefined) own["format"] = format;

    const choices = type === "STRING" ? choicesOf(plain) : [];
    if (choices.length > 0) own["enum"] = choices;

    this.#budget.spendOn(own);
    if (type === "OBJECT") Object.assign(own, this.#propertiesOf(plain, depth));
    else if (type === "ARRAY") own["items"] = this.#itemsOf(plain, depth);

    return own;
  }

  #propertiesOf(plain: Fields, depth: number): Fields {
    const properties: Record<string, Fields> = Object.create(null);
    const given = fieldsOf(plain["properties"]);
    const names = Object.keys(given);
    for (const name of names) {
      this.#budget.spendOn(name);
      properties[name] = this.convert(fieldsOf(given[name]), depth + 1);
    }
    const required = listOf(plain["required"]).filter((name) => String(name) in properties);
    this.#budget.spendOn(required);
    return {
      ...(names.length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
    };
  }

  #itemsOf(plain: Fields, depth: number): Fields {
    const tuple = listOf(plain["prefixItems"] ?? plain["items"]);
    return tuple.length === 0
      ? this.convert(fieldsOf(plain["items"]), depth + 1)
      : this.convert({ anyOf: tuple }, depth + 1);
  }

  /** `allOf` is all of its members at once; what is said first wins. */
  #merged(schema: Fields): Fields {
    const { allOf, ...own } = schema;
    const members = listOf(allOf);
    if (members.length === 0) return schema;

    const all: Record<string, unknown> = {};
    const properties: Record<string, unknown> = {};
    const required: unknown[] = [];
    for (const part of [own, ...members.map((member) => this.#memberOf(fieldsOf(member)))]) {
      const fields = fieldsOf(part["properties"]);
      const names = listOf(part["required"]);
      const count = Object.keys(part).length + Object.keys(fields).length + names.length;
      this.#budget.spend(weightOfField * count);
      addMissing(all, part);
      addMissing(properties, fields);
      for (const name of names) required.push(name);
    }
    return { ...all, properties, required };
  }

  /** What a member of an `allOf` says; nothing where it leads back into itself. */
  #memberOf(member: Fields): Fields {
    const entered: Fields[] = [];
    const resolved = this.#enter(member, entered) ?? {};
    for (const left of entered) this.#path.delete(left);

    return resolved;
  }
}

function addMissing(to: Record<string, unknown>, from: Fields): void {
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) to[name] = from[name];
}

function distinct(types: readonly string[]): readonly string[] {
  return types.length > 1 || types[0] !== types[0]?.toLowerCase()
    ? [...new Set(types.map((type) => type.toLowerCase()))]
    : types;
}

const types: ReadonlyMap<string, string> = new Map([
  ["string", "STRING"],
  ["number", "NUMBER"],
  ["integer", "INTEGER"],
  ["boolean", "BOOLEAN"],
  ["array", "ARRAY"],
  ["object", "OBJECT"],
]);

/** Keywords that mean the same in both; all others are unknown there and refused. */
const shared = [
  "title",
  "description",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "default",
] as const;

const formats: Readonly<Record<string, readonly string[]>> = {
  STRING: ["date-time", "enum"],
  NUMBER: ["float", "double"],
  INTEGER: ["int32", "int64"],
};

/** Takes over what means the same in both. */
function addShared(to: Record<string, unknown>, plain: Fields): void {
  for (const key of shared) if (plain[key] !== undefined) to[key] = plain[key];
}

function typeOf(plain: Fields, stated: string | undefined): string {
  const known = types.get(stated ?? "");
  if (known !== undefined) return known;

  if (isFields(plain["properties"])) return "OBJECT";

  return plain["items"] === undefined ? "STRING" : "ARRAY";
}

/** Only texts can be enumerated. */
function choicesOf(plain: Fields): readonly unknown[] {
  const stated = plain["const"] === undefined ? listOf(plain["enum"]) : [plain["const"]];
  return stated.filter((value) => typeof value === "string" && value !== "");
}

/** Of the formats, those that its type may have. */
function formatOf(plain: Fields, type: string): string | undefined {
  const format = textOf(plain["format"]);
  return format !== undefined && formats[type]?.includes(format) ? format : undefined;
}

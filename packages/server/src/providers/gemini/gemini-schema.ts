import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json-shape.ts";

/** References that lead back into themselves end as an object of any shape. */
const deepest = 24;

const types: Readonly<Record<string, string>> = {
  string: "STRING",
  number: "NUMBER",
  integer: "INTEGER",
  boolean: "BOOLEAN",
  array: "ARRAY",
  object: "OBJECT",
};

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

/**
 * JSON Schema as Gemini's own subset of it: https://ai.google.dev/api/caching#Schema.
 * References are written out, what it cannot say is left out, so no schema fails a request.
 */
export function toGeminiSchema(schema: unknown): Fields {
  return convert(fieldsOf(schema), fieldsOf(schema), 0);
}

function convert(schema: Fields, root: Fields, depth: number): Fields {
  if (depth > deepest) {
    return { type: "OBJECT" };
  }
  const plain = merged(resolved(schema, root), root);
  const branches = [...listOf(plain["anyOf"]), ...listOf(plain["oneOf"])].map((branch) =>
    resolved(fieldsOf(branch), root),
  );
  if (branches.length > 0) {
    return convertBranches(plain, branches, root, depth);
  }
  const named = [plain["type"]].flat().filter((type) => typeof type === "string");
  const real = named.filter((type) => type !== "null");
  if (real.length > 1) {
    const split = real.map((type) => ({ ...plain, type, description: undefined }));
    return convertBranches(plain, split, root, depth, named.includes("null"));
  }
  return convertOne(plain, real[0], named.includes("null"), root, depth);
}

function convertBranches(
  plain: Fields,
  branches: readonly Fields[],
  root: Fields,
  depth: number,
  nullable = false,
): Fields {
  const real = branches.filter((branch) => branch["type"] !== "null");
  const mayBeNull = nullable || real.length < branches.length ? true : undefined;
  const described = { description: textOf(plain["description"]), nullable: mayBeNull };
  const [only] = real;
  if (real.length === 1 && only !== undefined) {
    const one = convert(only, root, depth + 1);
    return { ...one, ...defined(described) };
  }
  return {
    ...defined(described),
    anyOf: real.map((branch) => convert(branch, root, depth + 1)),
  };
}

function convertOne(
  plain: Fields,
  type: string | undefined,
  isNullable: boolean,
  root: Fields,
  depth: number,
): Fields {
  const converted: Record<string, unknown> = { type: typeOf(plain, type) };
  for (const key of shared) {
    if (plain[key] !== undefined) {
      converted[key] = plain[key];
    }
  }
  if (isNullable || plain["nullable"] === true) {
    converted["nullable"] = true;
  }
  const format = textOf(plain["format"]);
  if (format !== undefined && formats[String(converted["type"])]?.includes(format)) {
    converted["format"] = format;
  }
  if (converted["type"] === "STRING") {
    Object.assign(converted, enumOf(plain));
  } else if (converted["type"] === "OBJECT") {
    Object.assign(converted, propertiesOf(plain, root, depth));
  } else if (converted["type"] === "ARRAY") {
    converted["items"] = itemsOf(plain, root, depth);
  }
  return converted;
}

function typeOf(plain: Fields, type: string | undefined): string {
  const stated = types[type?.toLowerCase() ?? ""];
  if (stated !== undefined) {
    return stated;
  }
  if (isFields(plain["properties"])) {
    return "OBJECT";
  }
  return plain["items"] === undefined ? "STRING" : "ARRAY";
}

/** Only texts can be enumerated. */
function enumOf(plain: Fields): Fields {
  const stated = plain["const"] === undefined ? listOf(plain["enum"]) : [plain["const"]];
  const values = stated.filter((value) => typeof value === "string" && value !== "");
  return values.length > 0 ? { enum: values } : {};
}

function propertiesOf(plain: Fields, root: Fields, depth: number): Fields {
  const entries = Object.entries(fieldsOf(plain["properties"]));
  if (entries.length === 0) {
    return {};
  }
  const names = new Set(entries.map(([name]) => name));
  const required = listOf(plain["required"]).filter((name) => names.has(String(name)));
  return {
    properties: Object.fromEntries(
      entries.map(([name, schema]) => [name, convert(fieldsOf(schema), root, depth + 1)]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

function itemsOf(plain: Fields, root: Fields, depth: number): Fields {
  const tuple = listOf(plain["prefixItems"] ?? plain["items"]);
  const [first] = tuple;
  return first === undefined
    ? convert(fieldsOf(plain["items"]), root, depth + 1)
    : convert({ anyOf: tuple }, root, depth + 1);
}

/** Follows `$ref` into the same document. What is said beside it wins. */
function resolved(schema: Fields, root: Fields): Fields {
  let current = schema;
  for (let hops = 0; hops < deepest; hops += 1) {
    const { $ref, ...rest } = current;
    if (typeof $ref !== "string") {
      return current;
    }
    current = { ...target($ref, root), ...rest };
  }
  return { type: "object" };
}

function target(reference: string, root: Fields): Fields {
  let found: unknown = root;
  for (const segment of reference.replace(/^#\/?/, "").split("/")) {
    const name = decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    found = segment === "" ? found : fieldsOf(found)[name];
  }
  return fieldsOf(found);
}

/** `allOf` is all of its members at once. */
function merged(schema: Fields, root: Fields): Fields {
  const { allOf, ...own } = schema;
  let all: Fields = own;
  for (const member of listOf(allOf)) {
    const part = resolved(fieldsOf(member), root);
    all = {
      ...part,
      ...all,
      properties: { ...fieldsOf(part["properties"]), ...fieldsOf(all["properties"]) },
      required: [...listOf(part["required"]), ...listOf(all["required"])],
    };
  }
  return all;
}

function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

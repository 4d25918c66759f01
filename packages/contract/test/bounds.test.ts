/** What a caller may send is bounded: the work for a request must not grow with what nobody has thought of. */
import { expect, test } from "vitest";
import {
  type JsonSchema,
  loadDocument,
  type OpenApiDocument,
  type OperationObject,
} from "../src/index.ts";

const methods = ["get", "put", "post", "delete", "patch"] as const;

interface Found {
  readonly place: string;
  readonly lacks: string;
}

/** Walks over the schemas of all requests, each named one once. */
class Walk {
  readonly found: Found[] = [];
  readonly #document: OpenApiDocument;
  readonly #visited = new Set<string>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  operations(): this {
    for (const [path, operations] of Object.entries(this.#document.paths))
      for (const method of methods) this.#operation(operations[method], `${method} ${path}`);
    return this;
  }

  #operation(operation: OperationObject | undefined, place: string): void {
    const named = this.#document.components.parameters ?? {};
    for (const parameter of operation?.parameters ?? []) {
      const name = parameter.$ref?.replace("#/components/parameters/", "") ?? "";
      const { schema = {} } = named[name] ?? parameter;
      this.schema(schema, name === "" ? `${place}, ${parameter.name}` : name);
    }
    for (const { schema = {} } of Object.values(operation?.requestBody?.content ?? {}))
      this.schema(schema, place);
  }

  schema(schema: JsonSchema, place: string): void {
    const { $ref, properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = schema;
    if ($ref !== undefined) this.#named($ref);
    this.#lacks(schema, place);
    for (const [name, field] of Object.entries(properties)) this.schema(field, `${place}.${name}`);
    if (items !== undefined) this.schema(items, `${place}[]`);
    const fields = schema["additionalProperties"];
    if (typeof fields === "object") this.schema({ ...fields }, `${place}.*`);
    for (const [index, branch] of [...oneOf, ...anyOf, ...allOf].entries())
      this.schema(branch, `${place}(${index})`);
  }

  #named(reference: string): void {
    const name = reference.replace("#/components/schemas/", "");
    if (this.#visited.has(name)) return;
    this.#visited.add(name);
    const schema = this.#document.components.schemas[name];
    if (schema === undefined) throw new Error(`There is no schema ${name}.`);
    this.schema(schema, name);
  }

  #lacks(schema: JsonSchema, place: string): void {
    const isClosed = "const" in schema || "enum" in schema;
    const isUnion = "oneOf" in schema || "anyOf" in schema || "allOf" in schema || "$ref" in schema;
    const types = [schema.type ?? []].flat();
    const demand = (keyword: string, isDemanded: boolean) => {
      if (isDemanded && !(keyword in schema)) this.found.push({ place, lacks: keyword });
    };
    demand("type", !isClosed && !isUnion);
    demand("maxLength", types.includes("string") && !isClosed);
    demand("maxItems", types.includes("array"));
    const isMap = types.includes("object") && schema.properties === undefined;
    demand("maxProperties", isMap);
    demand("propertyNames", isMap && "additionalProperties" in schema);
  }
}

test("every list, map and text that a caller can send has a bound", () => {
  expect(new Walk(loadDocument()).operations().found).toEqual([]);
});

test.each<[string, JsonSchema]>([
  ["maxLength", { type: ["string", "null"] }],
  ["maxLength", { type: "array", maxItems: 2, items: { type: "string" } }],
  ["maxItems", { type: "array", items: { type: "integer" } }],
  ["maxProperties", { type: "object" }],
  [
    "propertyNames",
    { type: "object", maxProperties: 2, additionalProperties: { type: "integer" } },
  ],
  ["type", { oneOf: [{ type: "integer" }, { description: "anything" }] }],
])("the walk finds that %s is missing", (lacks, schema) => {
  const walk = new Walk(loadDocument());
  walk.schema(schema, "it");
  expect(walk.found.map((found) => found.lacks)).toEqual([lacks]);
});

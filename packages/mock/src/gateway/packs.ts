import { columnsOfList } from "@portico/contract/csv-columns";
import type {
  ExampleObject,
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "@portico/contract/facts";
import { type LocatedOperation, operationsIn } from "@portico/contract/operations-in";
import { References } from "@portico/core/json/references";
import { fieldsOf, isFields } from "@portico/core/json/shape";
import type { NamedExample, OperationPack, PackFacts } from "./pack.ts";

const known = new WeakMap<OpenApiDocument, readonly OperationPack[]>();

/** The packs of all operations that a document has, those among them that this version has not heard of. */
export function packsOf(document: OpenApiDocument): readonly OperationPack[] {
  const packs =
    known.get(document) ?? operationsIn(document).map((place) => packAt(document, place));
  known.set(document, packs);
  return packs;
}

/** What the simulated gateway needs of one operation. The same document always gives the same bytes. */
export function packOf(document: OpenApiDocument, id: string): OperationPack {
  const pack = packsOf(document).find(({ facts }) => facts.id === id);
  if (!pack) throw new Error(`The document has no operation ${id}.`);
  return pack;
}

function packAt(
  document: OpenApiDocument,
  { path, method, operation }: LocatedOperation,
): OperationPack {
  const follow = following(document);
  const own = [...(document.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])];
  // Headers are read by name where they mean something, and by no schema.
  const parameters = own
    .map(follow<ParameterObject>)
    .filter((parameter) => parameter.in !== "header")
    .map(leanParameter);
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const body = schema === undefined ? null : leanSchema(schema);
  const roots = [body, ...parameters.map((parameter) => parameter.schema ?? {})];
  return {
    facts: {
      id: operation.operationId,
      method,
      path,
      key: keyOf(operation["x-key"]),
      scope: scopeOf(method, operation["x-scope"]),
      roles: rolesOf(method, operation),
      pathParameters: parameters.filter(({ in: at }) => at === "path").map(({ name }) => name),
      ...(operation["x-known-query"] === true && { isQueryKnown: true as const }),
    },
    parameters,
    body,
    replies: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        examplesByType(follow<ResponseObject>(response), follow),
      ]),
    ),
    ways: (operation.security ?? document.security ?? [])
      .flatMap((ways) => Object.keys(ways))
      .filter((way) => way !== "bearerAuth"),
    columns: columnsOfList(document, operation),
    schemas: closureOf(
      roots.filter((root): root is JsonSchema => root !== null),
      document.components.schemas,
    ),
  };
}

/** Every GET may be read by a key that only reads. */
function scopeOf(method: string, scope: unknown): PackFacts["scope"] {
  if (scope === "spend") return scope;
  return method === "get" ? "read_only" : "all";
}

const everyRole = ["viewer", "billing", "operator", "admin"];

/** A GET has them from its scope; the generator has checked that any other operation names them. */
function rolesOf(method: string, operation: OperationObject): string[] {
  const given = operation["x-roles"];
  if (Array.isArray(given)) return everyRole.filter((role) => given.includes(role));
  const key = keyOf(operation["x-key"]);
  if (key === "ordinary" || key === "none" || method !== "get") return [];
  return everyRole.filter((role) => role !== "billing" || operation["x-scope"] === "spend");
}

function keyOf(kind: unknown): PackFacts["key"] {
  return kind === "ordinary" || kind === "management" || kind === "none" ? kind : "any";
}

type Follow = <Thing extends { readonly $ref?: string }>(thing: Thing) => Thing;

function following(document: OpenApiDocument): Follow {
  const references = new References({ ...document });
  return (thing) =>
    thing.$ref === undefined ? thing : Object.assign({ ...thing }, references.at(thing.$ref));
}

function leanParameter({ name, in: place, required, schema }: ParameterObject) {
  return {
    name,
    in: place,
    ...(required === true && { required }),
    ...(schema && { schema: leanSchema(schema) }),
  };
}

function examplesByType(
  { content = {} }: ResponseObject,
  follow: Follow,
): Record<string, NamedExample[]> {
  return Object.fromEntries(
    Object.entries(content).map(([type, { examples = {} }]) => [
      type,
      Object.entries(examples).flatMap(([name, example]) => {
        const { value } = follow<ExampleObject>(example);
        return value === undefined ? [] : [{ name, value }];
      }),
    ]),
  );
}

/** Keywords that hold a schema, a list of schemas, or schemas by name. */
const inner = new Set(["items", "not", "additionalProperties", "propertyNames"]);
const lists = new Set(["oneOf", "anyOf", "allOf"]);
const maps = new Set(["properties"]);

/** A schema without what only readers need: its prose, its examples and its marks. */
function leanSchema(schema: JsonSchema): JsonSchema {
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
function closureOf(
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

import { columnsOfList } from "@portico/contract/csv-columns";
import type {
  ExampleObject,
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "@portico/contract/facts";
import { References } from "@portico/core/json/references";
import { closureOf, leanSchema } from "./lean-schema.ts";
import type { NamedExample, OperationPack, PackFacts } from "./pack.ts";

/** The packs of all operations that a document has, those among them that this version has not heard of. */
export function packsOf(document: OpenApiDocument): OperationPack[] {
  return located(document).map((place) => packAt(document, place));
}

/** What the simulated gateway needs of one operation. The same document always gives the same bytes. */
export function packOf(document: OpenApiDocument, id: string): OperationPack {
  const place = located(document).find(({ operation }) => operation.operationId === id);
  if (!place) throw new Error(`The document has no operation ${id}.`);
  return packAt(document, place);
}

interface OperationAddress {
  readonly path: string;
  readonly method: PackFacts["method"];
  readonly operation: OperationObject;
}

const methods = ["get", "put", "post", "delete", "patch"] as const;

function located({ paths }: OpenApiDocument): OperationAddress[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method): OperationAddress[] => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

function packAt(
  document: OpenApiDocument,
  { path, method, operation }: OperationAddress,
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

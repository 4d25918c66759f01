import {
  type ExampleObject,
  type JsonSchema,
  type OpenApiDocument,
  type OperationId,
  type OperationObject,
  operationIds,
  operations,
  type ParameterObject,
  type ResponseObject,
} from "@portico/contract";
import { csvColumns } from "@portico/contract/csv-columns";
import { References } from "@portico/json/references";
import { closureOf, leanSchema } from "./lean-schema.ts";
import type { NamedExample, OperationPack } from "./pack.ts";

/** The packs of all operations that a document has. */
export function packsOf(document: OpenApiDocument): OperationPack[] {
  return operationIds.filter((id) => operationOf(document, id)).map((id) => packOf(document, id));
}

/** What the simulated gateway needs of one operation. The same document always gives the same bytes. */
export function packOf(document: OpenApiDocument, id: OperationId): OperationPack {
  const operation = operationOf(document, id);
  if (!operation) throw new Error(`The document has no operation ${id}.`);
  const follow = following(document);
  const { path } = operations[id];
  const own = [...(document.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])];
  const parameters = own.map(follow<ParameterObject>).map(leanParameter);
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const body = schema === undefined ? null : leanSchema(schema);
  const roots = [body, ...parameters.map((parameter) => parameter.schema ?? {})];
  return {
    facts: operations[id],
    parameters,
    body,
    replies: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        examplesByType(follow<ResponseObject>(response), follow),
      ]),
    ),
    ways: (operation.security ?? []).flatMap((ways) => Object.keys(ways)),
    columns: csvColumns(document, id),
    schemas: closureOf(
      roots.filter((root): root is JsonSchema => root !== null),
      document.components.schemas,
    ),
  };
}

type Follow = <Thing extends { readonly $ref?: string }>(thing: Thing) => Thing;

function following(document: OpenApiDocument): Follow {
  const references = new References({ ...document });
  return (thing) =>
    thing.$ref === undefined ? thing : Object.assign({ ...thing }, references.at(thing.$ref));
}

function operationOf(document: OpenApiDocument, id: OperationId): OperationObject | undefined {
  const { path, method } = operations[id];
  return document.paths[path]?.[method];
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

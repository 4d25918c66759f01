import { type Column, csvType } from "./csv.ts";
import { type OperationId, operations } from "./facts.ts";
import type { JsonSchema, OpenApiDocument, OperationObject } from "./open-api.ts";

/** The columns of a list that may be asked for as CSV, in the order of the contract; null for other operations. */
export function csvColumns(document: OpenApiDocument, id: OperationId): readonly Column[] | null {
  const { path, method } = operations[id];
  const operation = document.paths[path]?.[method];
  return operation === undefined ? null : columnsOfList(document, operation);
}

/** Those of an operation of any document. */
export function columnsOfList(
  document: OpenApiDocument,
  operation: OperationObject,
): readonly Column[] | null {
  const content = operation.responses["200"]?.content;
  if (content?.[csvType] === undefined) return null;
  const resolve = (schema: JsonSchema | undefined): JsonSchema => {
    const name = schema?.$ref?.replace("#/components/schemas/", "");
    return (name === undefined ? schema : document.components.schemas[name]) ?? {};
  };
  const list = resolve(content["application/json"]?.schema);
  return columnsOf(resolve(resolve(list.properties?.["data"]).items), resolve, 2);
}

function columnsOf(
  row: JsonSchema,
  resolve: (schema: JsonSchema | undefined) => JsonSchema,
  depth: number,
): readonly Column[] {
  return Object.entries(row.properties ?? {}).flatMap(([name, property]): readonly Column[] => {
    const one = resolve(property);
    const object = [one, ...(one.oneOf ?? []).map(resolve)].find((each) => each.properties);
    return object === undefined || depth === 0
      ? [[name]]
      : columnsOf(object, resolve, depth - 1).map((column) => [name, ...column]);
  });
}

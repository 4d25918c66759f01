/** Every example of the contract, with the schema it must fit. */
import type {
  ExampleObject,
  JsonSchema,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "../src/open-api.ts";

export interface Example {
  /** Where it is used, such as `createResponse 200 text/event-stream`. */
  readonly place: string;
  readonly name: string;
  /** JSON pointer of the schema within the document. */
  readonly schema: string;
  readonly mediaType: string;
  readonly value: unknown;
}

/** A place of the contract that is to have examples, and those it has. */
export interface ExamplePlace {
  readonly place: string;
  readonly examples: readonly Example[];
}

export function examplePlaces(document: OpenApiDocument): readonly ExamplePlace[] {
  return operationsOf(document).flatMap((operation) => [
    ...parametersOf(document, operation),
    ...contentPlaces(document, `${operation.operationId} request`, operation.requestBody?.content),
    ...Object.entries(operation.responses).flatMap(([status, reference]) => {
      const { content } = follow<ResponseObject>(document, reference);
      return contentPlaces(document, `${operation.operationId} ${status}`, content);
    }),
  ]);
}

export function operationsOf(document: OpenApiDocument): readonly OperationObject[] {
  return Object.values(document.paths)
    .flatMap((item) => [item.get, item.put, item.post, item.delete, item.patch])
    .filter((operation) => operation !== undefined);
}

function parametersOf(document: OpenApiDocument, operation: OperationObject): ExamplePlace[] {
  return (operation.parameters ?? [])
    .map((reference) => follow<ParameterObject & MediaTypeObject>(document, reference))
    .filter(({ required, examples }) => required === true || examples !== undefined)
    .map((parameter) =>
      placeOf(document, `${operation.operationId} parameter ${parameter.name}`, parameter),
    );
}

function contentPlaces(
  document: OpenApiDocument,
  place: string,
  content: Record<string, MediaTypeObject> | undefined,
): ExamplePlace[] {
  return Object.entries(content ?? {}).map(([mediaType, media]) =>
    placeOf(document, `${place} ${mediaType}`, media, mediaType),
  );
}

function placeOf(
  document: OpenApiDocument,
  place: string,
  { schema, examples }: MediaTypeObject,
  mediaType = "",
): ExamplePlace {
  return {
    place,
    examples: Object.entries(examples ?? {}).map(([name, reference]) => {
      const { value } = follow<ExampleObject>(document, reference);
      return { place, name, mediaType, value, schema: schemaKey(schema) };
    }),
  };
}

/** A reference stays what it is; a schema written in place is told by its JSON. */
function schemaKey(schema: JsonSchema | undefined): string {
  return schema?.$ref ?? JSON.stringify(schema ?? {});
}

function follow<Target extends { readonly $ref?: string }>(
  document: OpenApiDocument,
  node: Target,
): Target {
  if (node.$ref === undefined) return node;
  const found = node.$ref
    .split("/")
    .slice(1)
    .reduce<unknown>((holder, key) => (holder as Record<string, unknown>)[key], document);
  return found as Target;
}

import type { ExampleObject, JsonSchema, OpenApiDocument, ResponseObject } from "@portico/contract";
import {
  type LocatedOperation as Located,
  operationsIn,
  parametersOf,
  resolved,
} from "@portico/contract/operations-in";

/** What is said of an operation beside what it does. */
interface Facts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly stage: "specified" | "beta" | "preview";
  readonly key: "ordinary" | "management" | "any" | "none";
}

export interface LocatedOperation extends Located {
  readonly facts: Facts;
}

/** Every operation, in the order of the reference. */
export function operationsOf(document: OpenApiDocument): LocatedOperation[] {
  const tags = document.tags?.map(({ name }) => name) ?? [];
  return operationsIn(document)
    .map((located) => ({ ...located, facts: factsOf(located) }))
    .toSorted((a, b) => tags.indexOf(a.facts.tag) - tags.indexOf(b.facts.tag));
}

function factsOf({ method, path, operation }: Located): Facts {
  const stage = operation["x-stage"];
  const key = operation["x-key"];
  return {
    id: operation.operationId,
    method,
    path,
    tag: operation.tags?.[0] ?? "",
    stage: stage === "beta" || stage === "preview" ? stage : "specified",
    key: key === "ordinary" || key === "management" || key === "none" ? key : "any",
  };
}

export function responsesOf(
  document: OpenApiDocument,
  { operation }: LocatedOperation,
): [status: string, response: ResponseObject][] {
  return Object.entries(operation.responses).map(([status, response]) => [
    status,
    resolved(document, response),
  ]);
}

export function requestSchemaOf({ operation }: LocatedOperation): JsonSchema | undefined {
  return operation.requestBody?.content["application/json"]?.schema;
}

interface NamedExample {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

export function namedExamples(
  document: OpenApiDocument,
  media: { readonly examples?: Record<string, ExampleObject> } | undefined,
): NamedExample[] {
  return Object.entries(media?.examples ?? {}).map(([name, example]) => {
    const { summary = name, value } = resolved(document, example);
    return { name, summary, value };
  });
}

/** One of the contract's named examples, whether it is a request's or a reply's. */
export function exampleNamed(document: OpenApiDocument, id: string, name: string): unknown {
  const located = operationsOf(document).find(({ facts }) => facts.id === id);
  if (!located) throw new Error(`There is no operation ${id}.`);
  const replies = responsesOf(document, located).flatMap(([, { content }]) =>
    Object.values(content ?? {}),
  );
  const medias = [...Object.values(located.operation.requestBody?.content ?? {}), ...replies];
  const found = medias
    .flatMap((media) => namedExamples(document, media))
    .find((example) => example.name === name);
  if (!found) throw new Error(`${id} has no example ${name}.`);
  return found.value;
}

const schemaPrefix = "#/components/schemas/";

/** The name of the schema that a `$ref` leads to. */
export function schemaNameOf(schema: JsonSchema | undefined): string | undefined {
  return schema?.$ref?.replace(schemaPrefix, "");
}

/** Where the reference shows an operation; a test in a browser compares these with the reference's own links. */
export function referenceAnchor({ tag, id }: Facts): string {
  return `#/${tag.toLowerCase().replaceAll(" ", "-")}/${id.toLowerCase()}`;
}

/** The names of all parameters and fields of an operation, however deep, each once, in the order of the document. */
export function fieldNamesOf(document: OpenApiDocument, located: LocatedOperation): string[] {
  const { requestBody, responses } = located.operation;
  const nodes = nodesBelow(document, [requestBody, responses]);
  const fields = nodes.flatMap((node) => Object.keys(Reflect.get(node, "properties") ?? {}));
  const parameters = parametersOf(document, located).map(({ name }) => name);
  return [...new Set([...parameters, ...fields])];
}

/** The names of all schemas that an operation takes or gives, however deep, in the order in which they are met. */
export function schemaNamesOf(document: OpenApiDocument, located: LocatedOperation): string[] {
  const { requestBody, responses } = located.operation;
  const nodes = nodesWithin(document, [parametersOf(document, located), requestBody, responses]);
  const names = nodes.map((node) => Reflect.get(node, "$ref"));
  return [...new Set(names)].flatMap((name) =>
    typeof name === "string" && name.startsWith(schemaPrefix)
      ? [name.slice(schemaPrefix.length)]
      : [],
  );
}

/** All objects of a part of the document, references followed, except for what is an example. */
function nodesBelow(document: OpenApiDocument, start: object): object[] {
  return nodesWithin(document, start).map((node) => resolved(document, node));
}

/** The same with each reference as it is written. */
function nodesWithin(document: OpenApiDocument, start: object): object[] {
  const nodes = new Set<object>([start]);
  // A set goes on with what is added while it is read.
  for (const node of nodes)
    for (const [key, value] of Object.entries(resolved(document, node)))
      if (typeof value === "object" && value !== null && !/^examples?$/.test(key)) nodes.add(value);
  return [...nodes];
}

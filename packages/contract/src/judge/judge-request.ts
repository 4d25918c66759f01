import { explain, explainQuery, explainUnknown, resolveIn, told } from "../explain.ts";
import type { OpenApiDocument, OperationFacts, ParameterObject } from "../index.ts";
import { parse } from "./read-events.ts";
import { type ContractSchemas, createSchemas, escaped } from "./schemas.ts";

export interface SeenRequest {
  /** Below the base path, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly text: string;
}

/** The faults of a request, one sentence each; empty if it keeps the contract. */
export type RequestJudge = (operation: OperationFacts, request: SeenRequest) => string[];

export function createRequestJudge(document: OpenApiDocument): RequestJudge {
  const schemas = createSchemas(document);
  return (operation, request) => {
    const parameters = parametersOf(document, operation);
    return [
      ...judgeNames(document, operation, parameters, request),
      ...judgeQuery(document, parameters, request),
      ...parameters.flatMap((placed) => judgeText(schemas, operation, placed, request)),
      ...judgeBody(document, schemas, operation, request),
    ];
  };
}

interface Placed {
  readonly parameter: ParameterObject;
  /** Where the document has it. */
  readonly pointer: string;
}

function parametersOf(document: OpenApiDocument, { path, method }: OperationFacts): Placed[] {
  const listed = document.paths[path]?.[method]?.parameters ?? [];
  return listed.flatMap((given, index) => {
    const own = `/paths/${escaped(path)}/${method}/parameters/${index}`;
    if (given.$ref === undefined) return [{ parameter: given, pointer: own }];
    const parameter = document.components.parameters?.[given.$ref.split("/").at(-1) ?? ""];
    return parameter ? [{ parameter, pointer: given.$ref.slice(1) }] : [];
  });
}

function judgeNames(
  document: OpenApiDocument,
  { path, method }: OperationFacts,
  placed: readonly Placed[],
  { query }: SeenRequest,
): string[] {
  if (document.paths[path]?.[method]?.["x-known-query"] !== true) return [];
  const known = placed.flatMap(({ parameter }) => (parameter.in === "query" ? parameter.name : []));
  const problem = explainUnknown(known, Object.fromEntries(query));
  return problem === null ? [] : [told(problem).message];
}

function judgeQuery(
  document: OpenApiDocument,
  placed: readonly Placed[],
  { query }: SeenRequest,
): string[] {
  const parameters = placed.map(({ parameter }) => parameter);
  const lists = new Set(
    parameters.filter(({ schema }) => schema?.type === "array").map(({ name }) => name),
  );
  const values = Object.fromEntries(
    [...query].map(([name, text]) => [name, lists.has(name) ? text.split(",") : text]),
  );
  const problem = explainQuery(document, parameters, values);
  return problem === null ? [] : [told(problem).message];
}

/** Checks a parameter in the path or in a header, which is always a text. */
function judgeText(
  schemas: ContractSchemas,
  { path: template }: OperationFacts,
  { parameter: { name, in: place }, pointer }: Placed,
  { path, headers }: SeenRequest,
): string[] {
  const at = template.split("/").indexOf(`{${name}}`);
  const inPath = place === "path" ? path.split("/")[at] : undefined;
  const value = place === "header" ? headers.get(name) : inPath && decoded(inPath);
  if (value === undefined || value === null) return [];
  return schemas
    .problems(`${pointer}/schema`, value)
    .map((problem) => `${name}: ${problem.replace("the body ", "")}.`);
}

function judgeBody(
  document: OpenApiDocument,
  schemas: ContractSchemas,
  { path, method, request }: OperationFacts,
  { headers, text }: SeenRequest,
): string[] {
  if (request === null || (!request.required && text === "")) return [];
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return [`The body is ${type ?? "of no type"}, not JSON.`];
  const body = parse(text);
  if (body === undefined) return ["The body is not JSON."];
  const pointer = `/paths/${escaped(path)}/${method}/requestBody/content/application~1json/schema`;
  const [problem] = schemas.problems(pointer, body);
  if (problem === undefined) return [];
  const schema =
    document.paths[path]?.[method]?.requestBody?.content["application/json"]?.schema ?? {};
  const explained = explain(schema, body, resolveIn(document));
  return [explained === null ? `${problem}.` : told(explained).message];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

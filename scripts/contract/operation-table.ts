import { resolved } from "@portico/contract/operations-in";
import {
  type Document,
  type LocatedOperation,
  operationsOf,
  type Parameter,
  type RequestBody,
  type ResponseObject,
} from "./document.ts";
import { tableSource } from "./source.ts";

const doc = "Every operation of the contract by its id, in the order of the document.";

/** The operation table as TypeScript. */
export function operationTable(document: Document): string {
  const rows = operationsOf(document).map(
    (located) => [located.operation.operationId, row(document, located)] as const,
  );
  const seen = new Set<string>();
  for (const [id] of rows) {
    if (id === undefined)
      throw new Error("An operation has no operationId: give it one in spec/paths/.");
    if (seen.has(id)) throw new Error(`Two operations are called ${id}: operationIds must differ.`);
    seen.add(id);
  }
  return tableSource("operations", doc, Object.fromEntries(rows));
}

function row(document: Document, { method, path, item, operation }: LocatedOperation) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
    (parameter) => resolved<Parameter>(document, parameter),
  );
  const named = (place: Parameter["in"]) =>
    parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const body = operation.requestBody && resolved<RequestBody>(document, operation.requestBody);
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { content } = resolved<ResponseObject>(document, response);
    return [status, Object.keys(content ?? {})] as const;
  });
  return {
    id: operation.operationId,
    method,
    path,
    tag: operation.tags?.[0] ?? "",
    stage: stageOf(operation["x-stage"]),
    key: keyOf(operation),
    scope: scopeOf(method, operation),
    roles: rolesOf(method, operation),
    pathParameters: named("path"),
    queryParameters: named("query"),
    headerParameters: named("header"),
    request: body
      ? { required: body.required ?? false, mediaTypes: Object.keys(body.content) }
      : null,
    responses: Object.fromEntries(responses),
  };
}

function stageOf(stage: unknown): string {
  if (stage === undefined) return "specified";
  if (stage === "beta" || stage === "preview" || stage === "specified") return stage;
  throw new Error(`x-stage: ${String(stage)} is no stage; write specified, beta or preview.`);
}

/** The least scope of a management key that may call it. Every GET may be read by a key that only reads. */
function scopeOf(method: string, operation: LocatedOperation["operation"]): string {
  const scope = operation["x-scope"];
  if (scope === undefined) return method === "get" ? "read_only" : "all";
  if (scope === "spend") return scope;
  throw new Error(
    `x-scope: ${String(scope)} of ${operation.operationId} is no scope; write spend.`,
  );
}

const everyRole = ["viewer", "billing", "operator", "admin"] as const;

/**
 * The roles of people that may call it, who sign in without a key. A GET has them from its scope; any other operation
 * must name them, because a missing list would be a guess about rights.
 */
function rolesOf(method: string, operation: LocatedOperation["operation"]): readonly string[] {
  const given = operation["x-roles"];
  const key = keyOf(operation);
  if (given !== undefined) {
    if (Array.isArray(given)) {
      const roles = everyRole.filter((role) => given.includes(role));
      if (roles.length === given.length) return roles;
    }
    throw new Error(
      `x-roles of ${operation.operationId} must be a list of ${everyRole.join(", ")}, each once.`,
    );
  }
  // People spend nothing: model calls need a key.
  if (key === "ordinary" || key === "none") return [];
  if (method === "get")
    return everyRole.filter((role) => role !== "billing" || operation["x-scope"] === "spend");
  throw new Error(
    `${operation.operationId} changes something and has no x-roles: list the roles of people that may call it.`,
  );
}

/** Which key a caller needs; `none`: it is called before there is one. */
function keyOf(operation: LocatedOperation["operation"]): string {
  const key = operation["x-key"];
  if (key === undefined) return "any";
  if (key === "any" || key === "ordinary" || key === "management" || key === "none") return key;
  throw new Error(
    `x-key: ${String(key)} of ${operation.operationId} is no kind of key; write ordinary, management, any or none.`,
  );
}

import { type OpenApiDocument, type OperationId, operations } from "@portico/contract";
import type { AccessNeeded } from "../../access/check-access.ts";

export interface Route extends AccessNeeded {
  readonly id: OperationId;
  readonly method: "get" | "put" | "post" | "delete" | "patch";
  /** As the contract writes it: `/workspaces/{id}`. */
  readonly path: string;
  readonly stage: "specified" | "beta" | "preview";
  readonly takesBody: boolean;
  /** Whether a scanner's signature over the body may take the place of a key. */
  readonly takesSignature: boolean;
  /** Whether the key may come in `x-api-key`. */
  readonly takesKeyHeader: boolean;
}

/** A path of the contract as Express writes it: `/workspaces/:id`. */
export function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

type OperationSchema = NonNullable<OpenApiDocument["paths"][string][Route["method"]]>;

export interface LocatedOperation {
  readonly route: Route;
  /** Whether it has path or query parameters. */
  readonly hasParameters: boolean;
  /** The names of its query, where others are refused; else null. */
  readonly knownQuery: readonly string[] | null;
  /** References to the schemas of its JSON; of replies by status. */
  readonly bodySchema: string | null;
  readonly replySchemas: Readonly<Record<string, string>>;
  readonly schema: OperationSchema;
}

/** Every operation of the contract with its place in the document. */
export function locateOperations(document: OpenApiDocument): LocatedOperation[] {
  return Object.values(operations).map((facts) => {
    const { id, method, path, key, scope, roles, stage, request } = facts;
    const schema = document.paths[path]?.[method];
    if (schema === undefined) throw new Error(`The contract's document lacks ${method} ${path}.`);
    const takesSignature = schema.security?.some((way) => "scannerSignature" in way) ?? false;
    const ways = schema.security ?? document.security ?? [];
    const takesKeyHeader = ways.some((way) => "keyHeader" in way);
    const takesBody = request !== null;
    const takes = { takesBody, takesSignature, takesKeyHeader };
    const route: Route = { id, method, path, key, scope, roles, stage, ...takes };
    return {
      route,
      hasParameters: facts.queryParameters.length + facts.pathParameters.length > 0,
      knownQuery: schema["x-known-query"] === true ? facts.queryParameters : null,
      bodySchema: schema.requestBody?.content["application/json"]?.schema?.$ref ?? null,
      replySchemas: replySchemas(document, schema),
      schema: { ...schema, parameters: checkable(document, schema) },
    };
  });
}

function replySchemas(document: OpenApiDocument, { responses }: OperationSchema) {
  const named = document.components.responses ?? {};
  const found = Object.entries(responses).map(([status, { $ref, content }]) => {
    const name = $ref?.replace("#/components/responses/", "") ?? "";
    const json = (named[name]?.content ?? content)?.["application/json"];
    return [status, json?.schema?.$ref ?? ""] as const;
  });
  return Object.fromEntries(found.filter(([, schema]) => schema !== ""));
}

/** The contract's header parameters are optional text, which any header is, so they need no check per request. */
function checkable(document: OpenApiDocument, { parameters = [] }: OperationSchema) {
  const named = document.components.parameters ?? {};
  return parameters.filter(({ $ref, in: place }) => {
    const name = $ref?.replace("#/components/parameters/", "") ?? "";
    return (named[name]?.in ?? place) !== "header";
  });
}

/**
 * The validator pins a nested discriminator to the body's root and then refuses valid bodies. The `const` tags keep
 * `oneOf` exact without it.
 */
export function withoutDiscriminators(document: OpenApiDocument): OpenApiDocument {
  dropDiscriminators(document.components.schemas);
  return document;
}

function dropDiscriminators(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  if ("discriminator" in node && "oneOf" in node) delete node.discriminator;
  for (const child of Object.values(node)) dropDiscriminators(child);
}

/** One operation with the schemas that its parameters and body refer to, for the validator's middleware. */
export interface OperationDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Record<string, Record<string, object>>;
  readonly components: Record<string, Record<string, object>>;
}

export function documentOf(
  document: OpenApiDocument,
  { route, schema }: LocatedOperation,
): OperationDocument {
  const { parameters, requestBody } = schema;
  const operation = { parameters, ...(requestBody && { requestBody }), responses: {} };
  const components: Record<string, Record<string, object>> = {};
  const collect = (node: unknown): void => {
    for (const [, kind = "", name = ""] of JSON.stringify(node).matchAll(reference)) {
      const named = Reflect.get(document.components, kind)?.[name];
      if (named === undefined || components[kind]?.[name] !== undefined) continue;
      components[kind] = { ...components[kind], [name]: named };
      collect(named);
    }
  };
  collect(operation);
  return {
    openapi: document.openapi,
    info: { title: route.id, version: "1" },
    paths: { [route.path]: { [route.method]: operation } },
    components,
  };
}

const reference = /"\$ref":"#\/components\/(\w+)\/([^"/]+)"/g;

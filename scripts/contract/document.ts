/** The few parts of an OpenAPI document that the scripts read; everything else passes through untouched. */
export interface Document {
  readonly info: { readonly version: string };
  readonly security?: readonly object[];
  readonly paths: Record<string, PathItem>;
  readonly components?: Record<string, Record<string, unknown>>;
}

export interface PathItem {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly [method: string]: unknown;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Record<string, ResponseObject | Reference>;
  readonly [extension: `x-${string}`]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
}

export interface RequestBody {
  readonly required?: boolean;
  readonly content: Record<string, unknown>;
}

export interface ResponseObject {
  readonly content?: Record<string, unknown>;
}

export interface Reference {
  readonly $ref: string;
}

export const methods = ["get", "put", "post", "delete", "options", "head", "patch"] as const;
export type Method = (typeof methods)[number];

export interface LocatedOperation {
  readonly method: Method;
  readonly path: string;
  readonly item: PathItem;
  readonly operation: OperationObject;
}

/** Every operation in the order of the document. */
export function operationsOf(document: Document): LocatedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({ method, path, item, operation: item[method] as OperationObject })),
  );
}

/** A schema as the document has it: draft 2020-12. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

export interface MediaTypeObject {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Record<string, ExampleObject>;
}

export interface ExampleObject {
  readonly $ref?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly value?: unknown;
}

export interface ParameterObject {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

export interface ResponseObject {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Record<string, unknown>;
  readonly content?: Record<string, MediaTypeObject>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: {
    readonly $ref?: string;
    readonly required?: boolean;
    readonly content: Record<string, MediaTypeObject>;
  };
  readonly responses: Record<string, ResponseObject>;
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly [extension: `x-${string}`]: unknown;
}

type Methods = {
  readonly [Method in "get" | "put" | "post" | "delete" | "patch"]?: OperationObject;
};

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Record<string, Methods & { readonly parameters?: readonly ParameterObject[] }>;
  readonly components: {
    readonly schemas: Record<string, JsonSchema>;
    readonly responses?: Record<string, ResponseObject>;
    readonly parameters?: Record<string, ParameterObject>;
    readonly examples?: Record<string, ExampleObject>;
    readonly headers?: Record<string, unknown>;
    readonly securitySchemes?: Record<string, unknown>;
  };
  readonly [extension: `x-${string}`]: unknown;
}

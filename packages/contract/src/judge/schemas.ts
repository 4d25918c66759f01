import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema, OpenApiDocument, OperationFacts, ResponseObject } from "../index.ts";

export interface ContractSchemas {
  /** The faults of a body; empty if it matches the schema at that place of the document. */
  problems(pointer: string, value: unknown): string[];
  /** The response object for a status of an operation; undefined if the contract lists none. */
  responseFor(operation: OperationFacts, status: number): ListedResponse | undefined;
  resolve(schema: JsonSchema): JsonSchema;
}

export interface ListedResponse {
  readonly pointer: string;
  readonly response: ResponseObject;
  /** True if it is listed under `default`, not under its own status. */
  readonly byDefault: boolean;
}

const known = new WeakMap<OpenApiDocument, ContractSchemas>();

/**
 * Checks values against the bundled document, formats included, with a validator from outside of this project. What is
 * compiled of a document serves all who ask with it.
 */
export function createSchemas(document: OpenApiDocument): ContractSchemas {
  const schemas = known.get(document) ?? schemasOf(document);
  known.set(document, schemas);
  return schemas;
}

function schemasOf(document: OpenApiDocument): ContractSchemas {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: "contract" });

  const at = (pointer: string): unknown =>
    pointer
      .split("/")
      .slice(1)
      .reduce<unknown>(
        (place, key) => (place as Record<string, unknown> | undefined)?.[unescaped(key)],
        document,
      );

  return {
    problems(pointer, value) {
      const validate: ValidateFunction | undefined = ajv.getSchema(`contract#${pointer}`);
      if (!validate) return [`The contract has nothing at ${pointer}.`];
      if (validate(value)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message }) => `${instancePath || "the body"} ${message}`,
      );
    },
    responseFor(operation, status) {
      const responses = document.paths[operation.path]?.[operation.method]?.responses ?? {};
      const key = Object.hasOwn(responses, String(status)) ? String(status) : "default";
      const listed = responses[key];
      if (!listed) return undefined;
      const base = `/paths/${escaped(operation.path)}/${operation.method}/responses/${key}`;
      const pointer = listed.$ref?.slice(1) ?? base;
      return { pointer, response: at(pointer) as ResponseObject, byDefault: key === "default" };
    },
    resolve(schema) {
      return schema.$ref === undefined ? schema : (at(schema.$ref.slice(1)) as JsonSchema);
    },
  };
}

export function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescaped(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

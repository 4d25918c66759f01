import type { JsonSchema, OpenApiDocument, OperationObject } from "@portico/contract";
import { fitsPath } from "@portico/contract/fits-path";
import { type ContractSchemas, createSchemas, escaped } from "@portico/contract/judge/schemas";
import { knownWord, reduced } from "../../src/contract/reduce.ts";

type Method = "get" | "put" | "post" | "delete" | "patch";

/** The facts of one operation for the exact server. */
export interface ExactOperation {
  readonly queryParameters: ReadonlySet<string>;
  readonly requestHeaders: ReadonlySet<string>;
  /** The body without fields that the document does not name; an explanation if it does not match the schema. */
  request(body: unknown): { readonly body: unknown } | { readonly fault: string };
  /** The document's status; another failure becomes the nearest that the interface has. */
  status(status: number): number;
  reply(status: number, body: unknown): unknown;
  replyHeaders(status: number): ReadonlySet<string>;
}

export interface ExactContract {
  readonly schemas: ContractSchemas;
  /** Null if the document has no such operation. */
  operation(method: string, path: string): ExactOperation | null;
}

/** The statuses of section 7, for every operation. */
const general = new Set([400, 401, 402, 404, 429, 500, 529]);

export function createExactContract(document: OpenApiDocument): ExactContract {
  const schemas = createSchemas(document);

  // The interface leaves the encodings open, but no reply of it has base64: so base64 is an addition.
  const knowsBase64 =
    schemas.problems("/components/schemas/Embedding/properties/embedding", "AAAA").length === 0;

  const operationAt = (path: string, method: Method, own: OperationObject): ExactOperation => {
    const parameters = (own.parameters ?? []).map((parameter) => resolved(schemas, parameter));
    const named = (place: string) =>
      new Set(parameters.filter((each) => each.in === place).map(({ name }) => name));
    const base = `/paths/${escaped(path)}/${method}`;
    const json = "application/json";
    const listedAt = (status: number) => {
      const response = own.responses[status] ?? own.responses["default"];
      return response && resolved(schemas, response);
    };
    return {
      queryParameters: named("query"),
      requestHeaders: new Set([...named("header")].map((name) => name.toLowerCase())),
      request(body) {
        const schema = own.requestBody?.content[json]?.schema;
        if (schema === undefined) return { body };
        const kept = reduced(schemas, schema, body);
        if (!knowsBase64 && Reflect.get(Object(kept), "encoding_format") === "base64")
          return { fault: 'encoding_format must be "float".' };
        const [fault] = schemas.problems(
          `${base}/requestBody/content/${escaped(json)}/schema`,
          kept,
        );
        return fault === undefined ? { body: kept } : { fault };
      },
      status(status) {
        if (status in own.responses || "default" in own.responses || general.has(status))
          return status;
        return status < 500 ? 400 : 500;
      },
      reply(status, body) {
        const schema: JsonSchema = listedAt(status)?.content?.[json]?.schema ?? {
          $ref: "#/components/schemas/ErrorEnvelope",
        };
        return reduced(schemas, schema, body, knownWord);
      },
      replyHeaders: (status) =>
        new Set(Object.keys(listedAt(status)?.headers ?? {}).map((name) => name.toLowerCase())),
    };
  };

  return {
    schemas,
    operation(method, path) {
      const found = Object.entries(document.paths)
        .filter(([template]) => fitsPath(template, path))
        // `/embeddings/models` before `/{…}`.
        .toSorted(([left], [right]) => left.split("{").length - right.split("{").length)
        .flatMap(([template, item]) => {
          const own = item[method.toLowerCase() as Method];
          return own === undefined
            ? []
            : [operationAt(template, method.toLowerCase() as Method, own)];
        });
      return found[0] ?? null;
    },
  };
}

function resolved<Thing extends object>(schemas: ContractSchemas, thing: Thing): Thing {
  return schemas.resolve(thing as JsonSchema) as unknown as Thing;
}

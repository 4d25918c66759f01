import type { OpenApiDocument } from "@portico/contract";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { measureTextsByNeed } from "./length-keywords.ts";

/** The validation functions of a document's named schemas, by reference: `#/components/schemas/Workspace`. */
export interface CompiledSchemas {
  /** Compiles at the first call. Throws where the document has no such schema. */
  at(reference: string): ValidateFunction;
  /** The errors of the value that the function refused last. */
  describe(validate: ValidateFunction): string;
}

export interface SchemaOptions {
  readonly insertDefaults: boolean;
}

/** The options that express-openapi-validator gives its own Ajv, so that both accept the same. */
const options = { strict: false, strictNumbers: true, strictTuples: true, validateSchema: false };

export function compileSchemas(
  { components }: OpenApiDocument,
  { insertDefaults }: SchemaOptions,
): CompiledSchemas {
  const ajv = new Ajv2020({ ...options, useDefaults: insertDefaults });
  addFormats.default(ajv, { mode: "fast" });
  measureTextsByNeed(ajv);
  // Keyed by the text of its references, so that a schema with several references is compiled once.
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(schema, `#/components/schemas/${name}`);
  // Ajv's own look-up costs as much as the check of a small body.
  const known = new Map<string, ValidateFunction>();
  return {
    at(reference) {
      const before = known.get(reference);
      if (before !== undefined) return before;
      const validate = ajv.getSchema(reference);
      if (validate === undefined) throw new Error(`The contract's document lacks ${reference}.`);
      known.set(reference, validate);
      return validate;
    },
    describe: ({ errors }) => ajv.errorsText(errors ?? null, { dataVar: "body" }),
  };
}

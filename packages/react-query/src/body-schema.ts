import type * as z from "zod";

/** A zod schema, and so a Standard Schema, of which the same values fit as of the contract's JSON Schema. */
export interface BodySchema<Body> extends z.ZodType<Body, Body> {}

/** One of an object, whose fields can be taken one by one: `createApiKeyBody.shape.name`. */
export interface FieldsSchema<Body> extends BodySchema<Body> {
  readonly shape: { readonly [Field in keyof Body]-?: z.ZodType<Body[Field], Body[Field]> };
}

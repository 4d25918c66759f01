export type { BodySchema, FieldsSchema } from "./body-schema.ts";
export * from "./generated/request-bodies.ts";

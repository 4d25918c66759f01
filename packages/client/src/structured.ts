import type { CallOptions } from "./call.ts";
import { ParseError } from "./errors.ts";

/**
 * A schema of zod (from 4.2 on), ArkType, Valibot or any other library of the Standard Schema: it checks a value, and says its
 * JSON Schema.
 *
 * @example
 * const isCity = async (schema: StandardSchema<{ city: string }>, value: unknown) =>
 *   (await schema["~standard"].validate(value)).issues === undefined;
 */
export interface StandardSchema<Output = unknown> {
  /** What the library offers to others, by the Standard Schema. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Checked<Output> | Promise<Checked<Output>>;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
    };
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

type Checked<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * The JSON Schema of what a model is to write. Objects take no other fields than theirs, as vendors demand of a form that they
 * guarantee.
 *
 * @example
 * const parametersOf = (schema: StandardSchema) => jsonSchemaOf(schema);
 */
export function jsonSchemaOf(schema: StandardSchema): Record<string, unknown> {
  const { vendor, jsonSchema } = schema["~standard"];
  if (jsonSchema === undefined)
    throw new TypeError(
      `The schema of ${vendor} says no JSON Schema: use a newer version, or the library's own converter.`,
    );
  return closed(jsonSchema.input({ target: "draft-2020-12" })) as Record<string, unknown>;
}

/** `$schema` goes: some vendors refuse it. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== "object" || part === null) return part;
  const fields = Object.entries(part).flatMap(([name, value]) =>
    name === "$schema" ? [] : [[name, closed(value)]],
  );
  const object = Object.fromEntries(fields);
  return "properties" in object && object["type"] === "object"
    ? { additionalProperties: false, ...object }
    : object;
}

/**
 * The value that a model wrote as JSON text, checked by a schema. Throws a `ParseError` with the text where it is no such value.
 *
 * @example
 * const cityIn = (schema: StandardSchema<{ city: string }>, response: ModelResponse) =>
 *   parseText(schema, outputText(response));
 */
export async function parseText<Output>(
  schema: StandardSchema<Output>,
  text: string,
): Promise<Output> {
  return await checkValue(schema, jsonOf(text), text);
}

/** The value as the schema gives it. `text` is what the model wrote. */
export async function checkValue<Output>(
  schema: StandardSchema<Output>,
  value: unknown,
  text: string = JSON.stringify(value),
): Promise<Output> {
  const checked = await schema["~standard"].validate(value);
  if (checked.issues === undefined) return checked.value;
  const issues = checked.issues.map(({ path = [], message }) => {
    const place = path.map((step) => String(typeof step === "object" ? step.key : step)).join(".");
    return place === "" ? message : `${place}: ${message}`;
  });
  throw new ParseError(`The model's answer does not fit the schema. ${issues.join("; ")}`, {
    text,
    issues,
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = text === "" ? "is empty" : "is no whole JSON";
    throw new ParseError(
      `The model's answer ${why}: it may have reached its token limit, or the provider knows no schemas.`,
      { text, issues: [], cause },
    );
  }
}

/**
 * What `responses.parse` and `chat.parse` take beside the request.
 *
 * @example
 * const options = (schema: StandardSchema): ParseOptions<unknown> => ({ schema, name: "city" });
 */
export interface ParseOptions<Output> extends CallOptions {
  /** What the value has to be. */
  readonly schema: StandardSchema<Output>;
  /** The name of the form, for the model. Default `answer`. */
  readonly name?: string;
}

/**
 * What `responses.parse` and `chat.parse` give: the value, and the reply that held it.
 *
 * @example
 * const worth = ({ value, reply }: Parsed<{ city: string }, ModelResponse>) => [value.city, reply.usage?.cost];
 */
export interface Parsed<Output, Reply> {
  /** The checked value. */
  readonly value: Output;
  /** The reply that held it, with its usage. */
  readonly reply: Reply;
}

/** The form in which vendors are asked for such a value. */
export function formOf({ schema, name = "answer" }: ParseOptions<unknown>) {
  return { name, schema: jsonSchemaOf(schema), strict: true };
}

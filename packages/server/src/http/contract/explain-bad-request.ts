import type { JsonSchema, OpenApiDocument, ParameterObject } from "@portico/contract";
import {
  explain,
  explainQuery,
  explainUnknown,
  type Problem,
  resolveIn,
  told,
} from "@portico/contract/explain";
import { overlongModel } from "@portico/core/rules/models";
import { absent, GatewayError, type Noun } from "../../errors.ts";

interface AskedOf {
  readonly document: OpenApiDocument;
  readonly route: { readonly path: string };
  readonly schema: {
    readonly parameters?: readonly ParameterObject[];
    readonly requestBody?: {
      readonly content?: Record<string, { readonly schema?: JsonSchema }>;
    };
  };
}

interface Given {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

interface ValidatorError {
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly message: string;
}

/**
 * Turns an error of the validator into a failure that a person can act on. `ofBody` is the fault of the body, where
 * it is known already.
 */
export function refusal(
  error: unknown,
  asked: AskedOf,
  { params, query, body }: Given,
  ofBody: GatewayError | null,
): unknown {
  if (!isValidatorError(error)) return error;
  const [first] = error.errors;
  if (first?.path.startsWith("/params/")) return absentThing(asked.route.path, params);
  if (first === undefined || first.path.startsWith("/body")) {
    if (ofBody !== null) return ofBody;
    const faults = error.errors.map(({ path }) => path.replace(/^\/body/, ""));
    const found = bodyRefusal(asked, body, faults);
    if (found !== null) return found;
  }
  if (first?.path.startsWith("/query")) {
    const { parameters = [] } = asked.schema;
    const found = explainQuery(asked.document, parameters, Object(query));
    if (found !== null) return badRequest(found);
  }
  if (first === undefined) return badRequest({ path: "", expectation: error.message });
  return badRequest({ path: readable(first.path), expectation: first.message });
}

/** The fault in our own words; null where we have none for it. `faults` are pointers into the body. */
export function bodyRefusal(
  { document, schema: { requestBody } }: AskedOf,
  body: unknown,
  faults: readonly string[],
): GatewayError | null {
  const schema = requestBody?.content?.["application/json"]?.schema;
  const found = schema === undefined ? null : explain(schema, body, resolveIn(document), faults);
  if (found === null) return null;
  return overlongModel(found, body) ?? badRequest(found);
}

/** Throws for a query with a name that is not known; null: any name is allowed. */
export function refuseUnknown(known: readonly string[] | null, query: unknown): void {
  if (known === null) return;
  const found = explainUnknown(known, Object(query));
  if (found !== null) throw badRequest(found);
}

function badRequest(problem: Pick<Problem, "path" | "expectation">): GatewayError {
  return new GatewayError("badRequest", { ...told(problem) });
}

/** `/query/limit` -> `limit`; `/body/input/0/role` -> `input[0].role`; `/body` -> nothing. */
function readable(pointer: string): string {
  const [, , ...names] = pointer.split("/");
  return names
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join("")
    .replace(/^\./, "");
}

function isValidatorError(error: unknown): error is ValidatorError {
  return (
    error instanceof Error &&
    "status" in error &&
    error.status === 400 &&
    "errors" in error &&
    Array.isArray(error.errors)
  );
}

/** The thing that a path of the contract names, by how the path begins. */
const nouns: Readonly<Record<string, Noun>> = {
  workspaces: "workspace",
  byok: "credential",
  keys: "API key",
  configuration: "version",
};

/** A path parameter of an impossible form gets 404, exactly as one that names a missing thing. */
export function absentThing(path: string, params: unknown): GatewayError {
  const noun = nouns[path.split("/")[1] ?? ""];
  const [id] = typeof params === "object" && params !== null ? Object.values(params) : [];
  return noun === undefined || typeof id !== "string"
    ? new GatewayError("notFound")
    : absent(noun, id);
}

/**
 * Stored text may not hold the character NUL: PostgreSQL cannot store it, and no name, description or secret needs
 * it. A path with NUL gets 404.
 */
export function refuseNul(path: string, { params, query, body }: Given): void {
  if (holdsNul(params)) throw absentThing(path, params);
  if (!(holdsNul(query) || holdsNul(body))) return;
  throw new GatewayError("badRequest", { message: "The character NUL (U+0000) is not allowed." });
}

function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\u0000");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, child]) => holdsNul(name) || holdsNul(child));
}

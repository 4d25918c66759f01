import { explainValue } from "./explain-value.ts";
import type { JsonSchema, OpenApiDocument, ParameterObject } from "./open-api.ts";
import { inside, type Problem, problem, root } from "./problem.ts";
import { hint } from "./suggest.ts";

/** What parameters refer to. */
type Components = Pick<OpenApiDocument["components"], "parameters" | "schemas">;

/** The first fault of a query, explained like a fault of a body; null if none is found. */
export function explainQuery(
  { components }: { readonly components: Components },
  parameters: readonly ParameterObject[],
  query: Readonly<Record<string, unknown>>,
): Problem | null {
  const named = components.parameters ?? {};
  for (const { $ref, ...own } of parameters) {
    const parameter = named[$ref?.replace("#/components/parameters/", "") ?? ""] ?? own;
    if (parameter.in !== "query") continue;
    const found = explainParameter(components, parameter, query[parameter.name]);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The first parameter that the operation does not have. Without it the list would be of something else than the caller
 * believes, so operations with `x-known-query` refuse it.
 */
export function explainUnknown(
  known: Iterable<string>,
  query: Readonly<Record<string, unknown>>,
): Problem | null {
  const names = new Set(known);
  const name = Object.keys(query).find((given) => !names.has(given));
  if (name === undefined) return null;
  const at = inside(root, name.slice(0, longestShown));
  return problem(at, `is no parameter of this operation.${hint(name, names)}`);
}

const longestShown = 100;

function explainParameter(
  { schemas }: Components,
  { name, required, schema = {} }: ParameterObject,
  value: unknown,
): Problem | null {
  const at = inside(root, name);
  if (value === undefined) return required === true ? problem(at, "is required") : null;
  const referred = schemas[schema.$ref?.replace("#/components/schemas/", "") ?? ""] ?? schema;
  const found = explainValue(referred, read(referred, value), at);
  if (found === null) return null;
  const lost = lostPlus(referred, value) ? '. Write the "+" of its zone as %2B' : "";
  // In a query everything is text, so "not a string" would not help.
  return { ...found, expectation: `${found.expectation.replace(/, not a string$/, "")}${lost}` };
}

/** In a query a `+` means a space, so `+02:00` loses it. */
function lostPlus(schema: JsonSchema, value: unknown): boolean {
  if (schema["format"] !== "date-time" || typeof value !== "string") return false;
  return explainValue(schema, value.replace(/ (?=\d\d:?\d\d$)/, "+"), root) === null;
}

/** The value that a text of the query means. */
function read({ type }: JsonSchema, value: unknown): unknown {
  if (typeof value !== "string") return value;
  const isNumber = type === "integer" || type === "number";
  if (isNumber && value.trim() !== "" && !Number.isNaN(Number(value))) return Number(value);
  if (type === "boolean" && /^(true|false)$/.test(value)) return value === "true";
  return value;
}

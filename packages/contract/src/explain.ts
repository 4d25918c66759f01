import type { JsonSchema, OpenApiDocument } from "./document.ts";

/** What is wrong with a value: where, and what is expected there. */
export interface Problem {
  /** As a programmer writes it: `input[2].content[0].text`; empty for the value itself. */
  readonly path: string;
  readonly depth: number;
  readonly expectation: string;
  /**
   * `tag`: the constant that tells a branch of a `oneOf` from the others does not fit. `kind`: another kind of
   * value is expected, such as a string where an array stands.
   */
  readonly about: "tag" | "kind" | "content";
}

export type Resolve = (reference: string) => JsonSchema | undefined;

type Check = (schema: JsonSchema, value: unknown, at: Place, resolve: Resolve) => Problem | null;

interface Place {
  readonly path: string;
  readonly depth: number;
}

/** How an explanation follows a `$ref` of the document. */
export function resolveIn(document: OpenApiDocument): Resolve {
  return (reference) => document.components.schemas[reference.replace("#/components/schemas/", "")];
}

/**
 * The first thing that is wrong with a value that the validator has refused. Of a `oneOf` only the branch
 * that the value evidently means is explained, where the validator itself lists every branch. It knows the
 * keywords that the contract uses; null where it finds nothing, which does not mean that the value is right.
 */
export function explain(
  schema: JsonSchema,
  value: unknown,
  resolve: Resolve,
  at: Place = { path: "", depth: 0 },
): Problem | null {
  for (const check of checks) {
    const problem = check(schema, value, at, resolve);
    if (problem !== null) return problem;
  }
  return null;
}

const checks: readonly Check[] = [
  checkReference,
  checkNot,
  checkAllOf,
  checkBranches,
  checkType,
  checkValues,
  checkText,
  checkNumber,
  checkItems,
  checkFields,
];

function problem(at: Place, expectation: string, about: Problem["about"] = "content"): Problem {
  return { path: at.path, depth: at.depth, expectation, about };
}

function checkReference(schema: JsonSchema, value: unknown, at: Place, resolve: Resolve) {
  const target = schema.$ref === undefined ? undefined : resolve(schema.$ref);
  return target === undefined ? null : explain(target, value, resolve, at);
}

/** `not` marks off a branch from another one: a value that it forbids means the other. */
function checkNot(schema: JsonSchema, value: unknown, at: Place, resolve: Resolve) {
  const forbidden = schema["not"];
  if (!isRecord(forbidden) || explain(forbidden, value, resolve, at) !== null) return null;
  return problem(at, "is not allowed in this form", "tag");
}

function checkAllOf(schema: JsonSchema, value: unknown, at: Place, resolve: Resolve) {
  for (const part of schema.allOf ?? []) {
    const found = explain(part, value, resolve, at);
    if (found !== null) return found;
  }
  return null;
}

function checkBranches(schema: JsonSchema, value: unknown, at: Place, resolve: Resolve) {
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches === undefined) return null;
  const problems: Problem[] = [];
  for (const branch of branches) {
    const found = explain(branch, value, resolve, at);
    if (found === null) return null;
    problems.push(found);
  }
  return nearest(problems, at);
}

/** The branch that the value comes closest to: it is of that kind, its tag fits, and what is wrong lies deepest. */
function nearest(problems: readonly Problem[], at: Place): Problem | null {
  // A wrong kind of value, or of array items, or a wrong tag right here: this branch was not meant.
  const meant = problems.filter(({ about, depth }) => about === "content" || depth > at.depth + 1);
  const shown = meant.length > 0 ? meant : problems;
  const [first, ...others] = shown;
  if (first === undefined) return null;
  const best = others.reduce((deepest, one) => (one.depth > deepest.depth ? one : deepest), first);
  if (meant.length > 0) return best;
  const same = shown.filter(({ path }) => path === best.path);
  return { ...best, expectation: either(same.map(({ expectation }) => expectation)) };
}

/** `must be a string, not null`, `must be an array, not null` -> `must be a string or an array, not null`. */
function either(expectations: readonly string[]): string {
  const [last = "is not valid", ...others] = [...new Set(expectations)].reverse();
  const rest = others
    .reverse()
    .map((text) => text.replace(/^must be /, "").replace(/, not .*$/, ""));
  return rest.length === 0
    ? last
    : `must be ${[...rest, last.replace(/^must be /, "")].join(" or ")}`;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

const described: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  null: "null",
};

function isOfType(value: unknown, type: string): boolean {
  return type === "integer" ? Number.isInteger(value) : typeOf(value) === type;
}

function checkType(schema: JsonSchema, value: unknown, at: Place) {
  const { type } = schema;
  if (type === undefined) return null;
  const types = typeof type === "string" ? [type] : type;
  if (types.some((name) => isOfType(value, name))) return null;
  const expected = types.map((name) => described[name] ?? name);
  return problem(
    at,
    `must be ${expected.join(" or ")}, not ${described[typeOf(value)] ?? "this"}`,
    "kind",
  );
}

function checkValues(schema: JsonSchema, value: unknown, at: Place) {
  if (schema.const !== undefined && schema.const !== value)
    return problem(at, `must be ${JSON.stringify(schema.const)}`, "tag");
  if (schema.enum === undefined || schema.enum.includes(value)) return null;
  const values = schema.enum.map((allowed) => JSON.stringify(allowed)).join(", ");
  return problem(at, `must be one of ${values}`);
}

function numeric(schema: JsonSchema, keyword: string): number | null {
  const limit = schema[keyword];
  return typeof limit === "number" ? limit : null;
}

function checkText(schema: JsonSchema, value: unknown, at: Place) {
  if (typeof value !== "string") return null;
  const shortest = numeric(schema, "minLength");
  if (shortest !== null && value.length < shortest)
    return problem(
      at,
      shortest === 1 ? "must not be empty" : `must have at least ${shortest} characters`,
    );
  const longest = numeric(schema, "maxLength");
  // Counted in characters, as JSON Schema does: a pair of surrogates is one.
  if (longest !== null && value.length > longest && [...value].length > longest)
    return problem(at, `must have at most ${longest} characters`);
  const pattern = schema["pattern"];
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value))
    return problem(at, `must match ${pattern}`);
  return null;
}

function checkNumber(schema: JsonSchema, value: unknown, at: Place) {
  if (typeof value !== "number") return null;
  const least = numeric(schema, "minimum");
  if (least !== null && value < least) return problem(at, `must be at least ${least}`);
  const above = numeric(schema, "exclusiveMinimum");
  if (above !== null && value <= above) return problem(at, `must be greater than ${above}`);
  const most = numeric(schema, "maximum");
  if (most !== null && value > most) return problem(at, `must be at most ${most}`);
  return null;
}

function checkItems(schema: JsonSchema, value: unknown, at: Place, resolve: Resolve) {
  if (!Array.isArray(value)) return null;
  const fewest = numeric(schema, "minItems");
  if (fewest !== null && value.length < fewest)
    return problem(at, fewest === 1 ? "must not be empty" : `must have at least ${fewest} items`);
  const most = numeric(schema, "maxItems");
  if (most !== null && value.length > most) return problem(at, `must have at most ${most} items`);
  if (schema.items === undefined) return null;
  for (const [index, item] of value.entries()) {
    const place = { path: `${at.path}[${index}]`, depth: at.depth + 1 };
    const found = explain(schema.items, item, resolve, place);
    if (found !== null) return found;
  }
  return null;
}

function checkFields(schema: JsonSchema, value: unknown, at: Place, resolve: Resolve) {
  if (!isRecord(value)) return null;
  const present = Object.entries(schema.properties ?? {}).filter(([name]) =>
    Object.hasOwn(value, name),
  );
  // Tags first: they say which branch of a oneOf this is.
  const tags = present.filter(([, field]) => field.const !== undefined);
  for (const [name, field] of [...tags, ...present]) {
    const found = explain(field, value[name], resolve, inside(at, name));
    if (found !== null) return found;
  }
  const missing = (schema.required ?? []).find((name) => !Object.hasOwn(value, name));
  if (missing === undefined) return null;
  const isTag = schema.properties?.[missing]?.const !== undefined;
  return problem(inside(at, missing), "is required", isTag ? "tag" : "content");
}

function inside(at: Place, name: string): Place {
  return { path: at.path === "" ? name : `${at.path}.${name}`, depth: at.depth + 1 };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeOf(value) === "object";
}

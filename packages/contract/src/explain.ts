import { explainValue } from "./explain-value.ts";
import { isRecord } from "./is-record.ts";
import type { JsonSchema, OpenApiDocument } from "./open-api.ts";
import { inside, itemAt, type JsonPath, type Problem, problem, root } from "./problem.ts";
import { suggest } from "./suggest.ts";

export { explainQuery, explainUnknown } from "./explain-query.ts";
export { type Problem, type Told, told } from "./problem.ts";

export type Resolve = (reference: string) => JsonSchema | undefined;

/** How an explanation follows a `$ref` of the document. */
export function resolveIn(document: OpenApiDocument): Resolve {
  return (reference) => document.components.schemas[reference.replace("#/components/schemas/", "")];
}

/**
 * The first fault of a value that the validator has refused. Of a `oneOf` it explains only the branch
 * that the value evidently means, while the validator lists every branch. It knows the
 * keywords that the contract uses; null if it finds nothing, which does not mean that the value is valid.
 *
 * `faults` are the validator's errors as JSON pointers: if they are given, only the items that they lead to are checked,
 * so that an explanation costs as little for the last of many items as for the first.
 */
export function explain(
  schema: JsonSchema,
  value: unknown,
  resolve: Resolve,
  faults?: readonly string[],
): Problem | null {
  return new Explanation(resolve, faults).of(schema, value, root);
}

/** The fault of a request that names no model, neither in `model` nor in `models`. */
export function missingModel(body: object): Problem | null {
  return explain({ required: ["model"], properties: { models: {} } }, body, () => undefined);
}

class Explanation {
  readonly #resolve: Resolve;
  /** The pointers to the faults and to all values around them. */
  readonly #suspects: ReadonlySet<string> | null;

  constructor(resolve: Resolve, faults: readonly string[] | undefined) {
    this.#resolve = resolve;
    this.#suspects = faults === undefined ? null : new Set(faults.flatMap(withParents));
  }

  of(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
    return (
      this.#ofReference(schema, value, at) ??
      this.#ofNot(schema, value, at) ??
      this.#ofAll(schema, value, at) ??
      this.#ofBranches(schema, value, at) ??
      explainValue(schema, value, at) ??
      this.#ofItems(schema, value, at) ??
      this.#ofFields(schema, value, at) ??
      this.#ofOtherFields(schema, value, at)
    );
  }

  #ofReference({ $ref }: JsonSchema, value: unknown, at: JsonPath): Problem | null {
    const target = $ref === undefined ? undefined : this.#resolve($ref);
    return target === undefined ? null : this.of(target, value, at);
  }

  /** `not` separates a branch from another one: a value that it forbids means the other. */
  #ofNot(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
    const forbidden = schema["not"];
    if (!isRecord(forbidden) || this.of(forbidden, value, at) !== null) return null;
    return problem(at, "is not allowed in this form", "tag");
  }

  #ofAll({ allOf = [] }: JsonSchema, value: unknown, at: JsonPath): Problem | null {
    return first(allOf, (part) => this.of(part, value, at));
  }

  #ofBranches(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches === undefined) return null;
    const problems: Problem[] = [];
    for (const branch of branches) {
      const found = this.of(branch, value, at);
      if (found === null) return null;
      problems.push(found);
    }
    return refusedForm(schema, value, at) ?? nearest(problems, at);
  }

  #ofItems({ items }: JsonSchema, value: unknown, at: JsonPath): Problem | null {
    if (!Array.isArray(value) || items === undefined) return null;
    return first(value.entries(), ([index, item]) => {
      const place = itemAt(at, index);
      return this.#suspects?.has(place.pointer) === false ? null : this.of(items, item, place);
    });
  }

  #ofFields(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
    if (!isRecord(value)) return null;
    const present = Object.entries(schema.properties ?? {}).filter(([name]) =>
      Object.hasOwn(value, name),
    );
    // Tags first: they identify the branch of a oneOf.
    const tags = present.filter(([, field]) => field.const !== undefined);
    for (const [name, field] of [...tags, ...present]) {
      const found = this.of(field, value[name], inside(at, name));
      // With the right tags this is the branch that was meant, so every other fault is a fault inside it.
      if (found?.about === "kind" && tags.length > 0) return { ...found, about: "content" };
      if (found !== null) return found;
    }
    return missingField(schema, value, at);
  }

  /** The fields of a map, whose names the caller chooses. Its size has been checked. */
  #ofOtherFields(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
    const { properties = {}, propertyNames: names, additionalProperties: fields } = schema;
    if (!isRecord(value)) return null;
    const others = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
    return (
      first(isRecord(names) ? others : [], (name) => this.#ofName(Object(names), name, at)) ??
      first(isRecord(fields) ? others : [], (name) =>
        this.of(Object(fields), value[name], inside(at, name)),
      )
    );
  }

  #ofName(names: JsonSchema, name: string, at: JsonPath): Problem | null {
    const found = this.of(names, name, at);
    return found && problem(at, `has a name that ${found.expectation}`);
  }
}

/** The words of `x-refusals` for a value of a form that no branch has, known by its `type`. */
function refusedForm(schema: JsonSchema, value: unknown, at: JsonPath): Problem | null {
  const refusals = schema["x-refusals"];
  const type = isRecord(value) ? value["type"] : undefined;
  if (!Array.isArray(refusals) || typeof type !== "string") return null;
  const found = refusals.map(Object).find(({ types }) => types.includes(type));
  return found === undefined ? null : problem(at, String(found.says).replaceAll("{type}", type));
}

function missingField(
  { properties = {}, required = [] }: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  at: JsonPath,
): Problem | null {
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing === undefined) return null;
  if (properties[missing]?.const !== undefined)
    return problem(inside(at, missing), "is required", "tag");
  const unknown = unknownNames(value, properties).find((name) => suggest(name, [missing]) !== null);
  return problem(
    inside(at, missing),
    unknown === undefined
      ? "is required"
      : `is required. Unknown field ${JSON.stringify(unknown)}: did you mean "${missing}"?`,
  );
}

/** A body may have any number of fields; a caller who misspells a name has few. */
const mostUnknownNames = 100;

function unknownNames(
  value: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, JsonSchema>>,
): readonly string[] {
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(properties, name))
    .slice(0, mostUnknownNames);
}

function first<Thing>(
  things: Iterable<Thing>,
  find: (thing: Thing) => Problem | null,
): Problem | null {
  for (const thing of things) {
    const found = find(thing);
    if (found !== null) return found;
  }
  return null;
}

/** `/input/2/content` -> itself, `/input/2`, `/input` and the root. */
function withParents(pointer: string): string[] {
  const parents: string[] = [];
  for (let end = pointer.length; end !== -1; end = pointer.lastIndexOf("/", end - 1)) {
    parents.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return parents;
}

/** The branch that the value comes closest to: its kind and tag fit, and its fault is nested deepest. */
function nearest(problems: readonly Problem[], at: JsonPath): Problem | null {
  // A wrong kind of value or of array items, or a wrong tag at this place: this branch was not meant.
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

/** What a change of a schema does to the set of values that it allows. */
export type Effect = "narrower" | "wider" | "different" | "none";

export interface KeywordChange {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Lists whose entries are alternatives: one more allows more. */
const alternatives = new Set(["enum", "oneOf", "anyOf", "type"]);
/** Lists whose entries are demands: one more allows less. */
const demands = new Set(["required", "allOf"]);
const lowerBounds = new Set([
  "minimum",
  "exclusiveMinimum",
  "minLength",
  "minItems",
  "minProperties",
]);
const upperBounds = new Set([
  "maximum",
  "exclusiveMaximum",
  "maxLength",
  "maxItems",
  "maxProperties",
]);
const restrictions = new Set([
  "const",
  "enum",
  "pattern",
  "format",
  "multipleOf",
  "uniqueItems",
  "required",
  "type",
  "items",
  "propertyNames",
]);

/** The effect of one change, from the keyword it is about. */
export function effectOf(keyword: string, list: string, change: KeywordChange): Effect {
  if (/^\d+$/.test(keyword)) return ofEntry(list, change);
  if (keyword === "") return "different";
  if (keyword === "type" && change.action === "replace") return ofType(change);
  if (keyword === "additionalProperties") return ofAdditional(change);
  if (lowerBounds.has(keyword)) return ofBound(change, 1);
  if (upperBounds.has(keyword)) return ofBound(change, -1);
  if (!restrictions.has(keyword)) return "none";
  if (change.action === "add") return "narrower";
  return change.action === "remove" ? "wider" : "different";
}

function ofEntry(list: string, { action }: KeywordChange): Effect {
  if (!(alternatives.has(list) || demands.has(list))) return "none";
  if (action !== "add" && action !== "remove") return "different";
  return alternatives.has(list) === (action === "add") ? "wider" : "narrower";
}

function ofType({ before, after }: KeywordChange): Effect {
  const old = typesOf(before);
  const now = typesOf(after);
  if (isWithin(old, now)) return "wider";
  return isWithin(now, old) ? "narrower" : "different";
}

function isWithin(some: ReadonlySet<unknown>, all: ReadonlySet<unknown>): boolean {
  return [...some].every((entry) => all.has(entry));
}

function typesOf(type: unknown): Set<unknown> {
  const types = new Set<unknown>(Array.isArray(type) ? type : [type]);
  return types.has("number") ? types.add("integer") : types;
}

function ofAdditional({ before = true, after = true }: KeywordChange): Effect {
  if (before === after) return "none";
  if (after === false) return "narrower";
  if (before === false) return "wider";
  return after === true ? "wider" : "different";
}

/** `tightens` is 1 where a greater bound allows less, -1 where it allows more. */
function ofBound({ before, after }: KeywordChange, tightens: 1 | -1): Effect {
  if (typeof after !== "number") return "wider";
  if (typeof before !== "number") return "narrower";
  return (after - before) * tightens > 0 ? "narrower" : "wider";
}

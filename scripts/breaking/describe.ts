import type { Diff } from "api-smart-diff";
import type { OperationObject } from "../contract/document.ts";

export interface Place {
  /** As shown to people: `createResponse, request body [beta]`. */
  readonly name: string;
  readonly side: "request" | "reply" | "elsewhere";
  readonly stage: "specified" | "beta" | "preview";
  /** The part of the path inside the schema, or the whole path where there is no schema. */
  readonly tail: readonly string[];
}

/** Where in the document a difference lies. */
export function placeOf(path: Diff["path"], operation: OperationObject | undefined): Place {
  const keys = path.map(String);
  const schemaAt = keys.indexOf("schema");
  const tail = schemaAt === -1 ? keys : keys.slice(schemaAt + 1);
  if (operation === undefined) return { name: "", side: "elsewhere", stage: "specified", tail };
  const stage = (operation["x-stage"] ?? "specified") as Place["stage"];
  const part = keys[3];
  const label = partLabel(keys);
  const side = part === "responses" ? "reply" : part === undefined ? "elsewhere" : "request";
  const name = `${operation.operationId}${label}${stage === "specified" ? "" : ` [${stage}]`}`;
  return { name, side, stage, tail };
}

function partLabel(keys: readonly string[]): string {
  switch (keys[3]) {
    case "requestBody":
      return ", request body";
    case "parameters":
      return ", parameters";
    case "responses":
      return keys[4] === undefined ? ", replies" : `, reply ${keys[4]}`;
    default:
      return "";
  }
}

/** What changed, in one sentence that stays the same from run to run, so that a list of reasons can quote it. */
export function sentence(diff: Diff, place: Place, components: readonly Diff[]): string {
  const subject = subjectOf(diff, place, components);
  const keyword = place.tail.at(-1) ?? "";
  const parent = place.tail.at(-2) ?? "";
  if (parent === "properties") return `${subject}: property ${verb[diff.action]}`;
  if (parent === "required")
    return `${subject}: ${value(diff.after ?? diff.before)} ${requiredVerb[diff.action]}`;
  if (/^\d+$/.test(keyword))
    return `${subject}: ${parent} ${value(diff.after ?? diff.before)} ${verb[diff.action]}`;
  if (diff.action === "replace" || diff.action === "rename")
    return `${subject}: ${keyword} ${value(diff.before)} became ${value(diff.after)}`;
  return `${subject}: ${keyword} ${value(diff.after ?? diff.before)} ${verb[diff.action]}`;
}

const verb = { add: "added", remove: "removed", replace: "replaced", rename: "renamed" } as const;
const requiredVerb = {
  add: "became required",
  remove: "is no longer required",
  replace: "replaced in the required list",
  rename: "renamed in the required list",
} as const;

/** The library shows a schema's change where it is used; this finds the schema's own name for it. */
function subjectOf(diff: Diff, place: Place, components: readonly Diff[]): string {
  const owner = components.find(
    (other) =>
      other.action === diff.action &&
      endsWith(place.tail, other.path.slice(3).map(String)) &&
      value(other.after) === value(diff.after) &&
      value(other.before) === value(diff.before),
  );
  const name = owner === undefined ? place.name : String(owner.path[2]);
  const inside = owner === undefined ? place.tail : owner.path.slice(3).map(String);
  const steps = withoutKeyword(inside);
  if (steps.length === 0) return name === "" ? diff.path.join("/") : name;
  return name === "" ? steps.join(".") : `${name}.${steps.join(".")}`;
}

/** `properties/output/items/properties/text/type` reads `output[].text`. */
function withoutKeyword(tail: readonly string[]): string[] {
  const isMember = tail.at(-2) === "properties";
  const isEntry = /^\d+$/.test(tail.at(-1) ?? "");
  const cut = isMember ? tail : tail.slice(0, isEntry ? -2 : -1);
  const steps: string[] = [];
  for (const key of cut) {
    if (key === "properties") continue;
    if (key === "items" && steps.length > 0) steps.push(`${steps.pop()}[]`);
    else steps.push(key);
  }
  return steps;
}

function endsWith(list: readonly string[], end: readonly string[]): boolean {
  return (
    end.length > 0 && end.every((key, index) => list[list.length - end.length + index] === key)
  );
}

function value(of: unknown): string {
  if (of === undefined) return "";
  const text = JSON.stringify(of);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

import type { Diff } from "api-smart-diff";
import { nameOf, type Place } from "./place.ts";

const verb: Readonly<Record<string, string>> = {
  add: "added",
  remove: "removed",
  replace: "replaced",
  rename: "renamed",
};

/** What a difference is about: its name for people, and the way to it inside the schema. */
export interface Subject {
  readonly subject: string;
  readonly inside: readonly string[];
}

/** What changed, in one sentence that stays the same from run to run, so that a list of reasons can quote it. */
export function sentence(diff: Diff, place: Place, { subject, inside }: Subject): string {
  const { keys, operation } = place;
  if (operation !== undefined && keys.length === 3)
    return `${keys[2]?.toUpperCase()} ${keys[1]} ${verb[diff.action]}`;
  return `${subject}: ${event(diff, inside.at(-1) ?? "schema", inside.at(-2) ?? "")}`;
}

function event(diff: Diff, keyword: string, list: string): string {
  const done = verb[diff.action] ?? diff.action;
  const what = value(diff.after ?? diff.before);
  if (list === "properties") return `property ${done}`;
  if (list === "required")
    return `${what} ${diff.action === "add" ? "became required" : "is no longer required"}`;
  if (list in entries) return `${entries[list]}${keyword} ${done}`;
  if (/^\d+$/.test(keyword)) return `${list} ${what} ${done}`;
  if (diff.action === "add" || diff.action === "remove") return `${keyword} ${what} ${done}`;
  return `${keyword} ${value(diff.before)} became ${value(diff.after)}`;
}

/** Lists whose entries have a name of their own, and what to call one. */
const entries: Readonly<Record<string, string>> = {
  responses: "reply ",
  headers: "header ",
  content: "",
};

/**
 * The library shows a schema's change where it is used; this finds the schema's own name for it.
 * @param components the differences as the library shows them in the schemas' own place
 */
export function subjectOf(diff: Diff, place: Place, components: readonly Diff[]): Subject {
  const owner = components.find((other) => {
    const inside = other.path.slice(3).map(String);
    return (
      other.action === diff.action &&
      inside.join() !== "schema" &&
      endsWith(place.keys, inside) &&
      value(other.after) === value(diff.after) &&
      value(other.before) === value(diff.before)
    );
  });
  const inside = owner?.path.slice(3).map(String) ?? place.inSchema ?? place.keys.slice(3);
  const isHeader = place.keys[3] === "responses" && place.keys[5] === "headers";
  const home = isHeader ? `header ${place.keys[6]}` : nameOf(place);
  const name = owner === undefined ? home : String(owner.path[2]);
  const subject = [name, ...steps(inside)].filter(Boolean).join(".");
  return { subject: subject || place.keys.slice(0, -1).join("."), inside };
}

/** `properties/output/items/properties/text/type` reads `output[].text`. */
function steps(inside: readonly string[]): string[] {
  const isMember = inside.at(-2) === "properties";
  const isEntry = /^\d+$/.test(inside.at(-1) ?? "");
  const isNamed = (inside.at(-2) ?? "") in entries;
  const way = isMember ? inside : inside.slice(0, isEntry || isNamed ? -2 : -1);
  const found: string[] = [];
  for (const key of way)
    if (key === "items" && found.length > 0) found.push(`${found.pop()}[]`);
    else if (!["properties", "responses", "content", "schema"].includes(key)) found.push(key);

  return found;
}

function endsWith(list: readonly string[], end: readonly string[]): boolean {
  return (
    end.length > 0 && end.every((key, index) => list[list.length - end.length + index] === key)
  );
}

export function value(of: unknown): string {
  if (of === undefined) return "";
  const text = JSON.stringify(of);
  const name = /"\$ref":"#\/components\/\w+\/(\w+)"/.exec(text)?.[1];
  if (name !== undefined) return name;
  const parameter = (of as { name?: unknown; in?: unknown } | null) ?? {};
  if (typeof parameter.name === "string" && typeof parameter.in === "string") return parameter.name;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

import { apiCompare, type Diff } from "api-smart-diff";
import { type Document, type Method, methods, type OperationObject } from "../contract/document.ts";
import { type Place, placeOf, sentence } from "./describe.ts";

/** One change as callers would tell it, however many operations it shows in. */
export interface Change {
  readonly kind: "breaking" | "safe" | "wording";
  readonly text: string;
  readonly places: readonly string[];
  /** Every operation concerned is beta or preview, so callers were told that it may change. */
  readonly announced: boolean;
}

/** What differs between a released document and this one. */
export function changesBetween(released: Document, current: Document): Change[] {
  // The library writes into what it is given.
  const { diffs } = apiCompare(structuredClone(released), structuredClone(current));
  const components = diffs.filter(({ path }) => path[0] === "components");
  const groups = new Map<string, Change & { places: string[] }>();
  for (const diff of diffs) {
    if (diff.path[0] === "components" && diff.path[1] !== "securitySchemes") continue;
    const place = placeOf(diff.path, operationAt(released, current, diff.path));
    const kind = kindOf(diff, place);
    const text = sentence(diff, place, components);
    const key = `${kind} ${text}`;
    const group = groups.get(key) ?? { kind, text, places: [], announced: true };
    if (place.name !== "" && !group.places.includes(place.name)) group.places.push(place.name);
    groups.set(key, { ...group, announced: group.announced && place.stage !== "specified" });
  }
  return [...groups.values()];
}

function operationAt(released: Document, current: Document, path: Diff["path"]) {
  const [first, route, method] = path.map(String);
  if (first !== "paths" || route === undefined || !methods.includes(method as Method))
    return undefined;
  const found = [released, current].map((document) => document.paths[route]?.[method ?? ""]);
  return (found[0] ?? found[1]) as OperationObject | undefined;
}

function kindOf(diff: Diff, place: Place): Change["kind"] {
  const keyword = String(diff.path.at(-1));
  const list = String(diff.path.at(-2));
  // The library thinks a new required field harmless where the schema has a default: callers who omit it get a 400.
  if (place.side === "request" && list === "required" && diff.action === "add") return "breaking";
  // It takes any value in a reply for one more possible value, but a changed tag is one that readers no longer find.
  if (place.side === "reply" && keyword === "const" && diff.action === "replace") return "breaking";
  if (diff.type === "breaking") return "breaking";
  return diff.type === "annotation" || diff.type === "unclassified" ? "wording" : "safe";
}

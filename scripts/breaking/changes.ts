import { apiCompare } from "api-smart-diff";
import type { Document } from "../contract/document.ts";
import { type Kind, kindOf } from "./classify.ts";
import { sentence } from "./describe.ts";
import { nameOf, placeOf } from "./place.ts";

/** One change as callers would tell it, however many operations it shows in. */
export interface Change {
  readonly kind: Kind;
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
  const groups = new Map<string, Change>();
  for (const diff of diffs) {
    // Every schema is shown again where it is used, which tells whether a caller sends it or reads it.
    if (diff.path[0] === "components" && diff.path[1] !== "securitySchemes") continue;
    const place = placeOf(diff, released, current);
    const kind = kindOf(diff, place);
    const text = sentence(diff, place, components);
    const group = groups.get(`${kind} ${text}`);
    const places = new Set([...(group?.places ?? []), nameOf(place)].filter(Boolean));
    const announced = place.stage !== "specified" && (group?.announced ?? true);
    groups.set(`${kind} ${text}`, { kind, text, places: [...places], announced });
  }
  return [...groups.values()];
}

import { apiCompare, type Diff } from "api-smart-diff";
import type { Document } from "../contract/document.ts";
import { type Kind, kindOf } from "./classify.ts";
import { type Subject, sentence, subjectOf } from "./describe.ts";
import { nameOf, type Place, placeOf } from "./place.ts";

/** One change as callers would tell it, however many operations it shows in. */
export interface Change {
  readonly kind: Kind;
  readonly text: string;
  readonly places: readonly string[];
  /** Every operation concerned is beta or preview, so callers were told that it may change. */
  readonly announced: boolean;
}

/** One difference, as the library found it, with what it means. */
export interface Difference {
  readonly diff: Diff;
  readonly place: Place;
  readonly kind: Kind;
  readonly text: string;
  readonly subject: Subject;
}

/** Every difference between two documents, at every place where a caller meets it. */
export function differencesBetween(released: Document, current: Document): Difference[] {
  // The library writes into what it is given.
  const { diffs } = apiCompare(structuredClone(released), structuredClone(current));
  const components = diffs.filter(({ path }) => path[0] === "components");
  return diffs.flatMap((diff) => {
    // Every schema is shown again where it is used, which tells whether a caller sends it or reads it.
    if (diff.path[0] === "components" && diff.path[1] !== "securitySchemes") return [];
    const place = placeOf(diff, released, current);
    const subject = subjectOf(diff, place, components);
    return [
      { diff, place, subject, kind: kindOf(diff, place), text: sentence(diff, place, subject) },
    ];
  });
}

/** What differs between a released document and this one. */
export function changesBetween(released: Document, current: Document): Change[] {
  const groups = new Map<string, Change>();
  for (const { place, kind, text } of differencesBetween(released, current)) {
    const group = groups.get(`${kind} ${text}`);
    const places = new Set([...(group?.places ?? []), nameOf(place)].filter(Boolean));
    const announced = place.stage !== "specified" && (group?.announced ?? true);
    groups.set(`${kind} ${text}`, { kind, text, places: [...places], announced });
  }
  return [...groups.values()];
}

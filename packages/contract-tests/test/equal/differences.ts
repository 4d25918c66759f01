import { comparable } from "../properties/comparable.ts";
import { differencesOf } from "../properties/shape.ts";
import type { Sight } from "./sight.ts";

/** Where two sights differ in what every caller can rely on: status, headers, form, order of events, end. */
export function inForm(one: Sight, other: Sight): string[] {
  return [
    ...unequal("status", one.status, other.status),
    ...unequal("end", one.end, other.end),
    ...unequal("media type", one.mediaType, other.mediaType),
    ...unequal("headers", one.headers, other.headers),
    ...unequal("order of events", orderOf(one), orderOf(other)),
    ...differencesOf(one.body, other.body),
  ];
}

/** Where they differ at all, but for ids, times and seals. */
export function inWords(one: Sight, other: Sight): string[] {
  return [...inForm(one, other), ...unequal("body", comparable(one.body), comparable(other.body))];
}

function unequal(what: string, one: unknown, other: unknown): string[] {
  const [ours, theirs] = [JSON.stringify(one), JSON.stringify(other)];
  return ours === theirs ? [] : [`${what}: ${ours} and ${theirs}`];
}

/** The names of a stream's events, each run of deltas once: texts may be of any length, and one has two names. */
function orderOf({ mediaType, body }: Sight): string[] {
  if (mediaType !== "text/event-stream" || !Array.isArray(body)) return [];
  const names = body.map(nameOf);
  return names.filter((name, index) => !names.slice(Math.max(0, index - 2), index).includes(name));
}

function nameOf(event: unknown): string {
  if (typeof event === "string") return event;
  const { type, choices, error } = Object(event);
  if (typeof type === "string") return type;
  if (error !== undefined) return "failure";
  const [choice] = Array.isArray(choices) ? choices : [];
  return Object.keys(Object(choice?.delta)).toSorted().join(" ") || `end ${choice?.finish_reason}`;
}

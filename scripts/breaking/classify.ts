import type { Diff } from "api-smart-diff";
import type { Place } from "./place.ts";
import { type Effect, effectOf } from "./schema-change.ts";

export type Kind = "breaking" | "safe" | "wording";

/**
 * Whether a difference can hurt a caller. The library's own verdicts are not used: it takes a changed type or a
 * changed tag in a reply for safe, and a new required field for safe where the schema has a default.
 */
export function kindOf(diff: Diff, place: Place): Kind {
  if (isWording(place)) return "wording";
  if (place.inSchema !== undefined) return ofSchema(diff, place, place.inSchema);
  if (place.keys[0] === "security" || place.keys[1] === "securitySchemes") return "breaking";
  if (place.keys[0] !== "paths") return "wording";
  return ofOperation(diff, place);
}

const words = new Set([
  "description",
  "summary",
  "title",
  "tags",
  "example",
  "examples",
  "externalDocs",
  "deprecated",
  "discriminator",
]);

function isWording({ keys, inSchema }: Place): boolean {
  const inside = inSchema ?? keys.slice(3);
  return inside.some((key, index) => inside[index - 1] !== "properties" && isWord(key));
}

function isWord(key: string): boolean {
  return words.has(key) || (key.startsWith("x-") && key !== "x-key" && key !== "x-stage");
}

function ofSchema(diff: Diff, { keys, side }: Place, inSchema: readonly string[]): Kind {
  const keyword = inSchema.at(-1) ?? "";
  const list = inSchema.at(-2) ?? "";
  if (keys.includes("text/event-stream") && /^oneOf\/\d+$/.test(inSchema.join("/")))
    return ofEvent(diff);
  if (list === "properties") return diff.action === "add" ? "safe" : "breaking";
  if (keyword === "default") return side === "request" ? "breaking" : "wording";
  const { action, before, after } = diff as { action: string; before: unknown; after: unknown };
  const effect = effectOf(keyword, list, { action, before, after });
  return verdict(effect, side);
}

/** A caller may go on sending what it sent, and a reader goes on finding what it found. */
function verdict(effect: Effect, side: Place["side"]): Kind {
  if (effect === "none") return "wording";
  return effect === (side === "reply" ? "narrower" : "wider") ? "safe" : "breaking";
}

/** The contract tells readers of a stream to ignore the types they do not know; those they know must go on coming. */
function ofEvent({ action }: Diff): Kind {
  return action === "add" ? "safe" : "breaking";
}

const ofKeyword: Readonly<Record<string, (diff: Diff) => Kind>> = {
  "x-key": ({ after }) => (after === "any" || after === undefined ? "safe" : "breaking"),
  "x-stage": ({ before }) => (before === undefined ? "breaking" : "safe"),
  required: ({ after }) => (after === true ? "breaking" : "safe"),
};

function ofOperation(diff: Diff, { keys }: Place): Kind {
  const judge = ofKeyword[keys.at(-1) ?? ""];
  if (judge !== undefined) return judge(diff);
  if (keys.includes("parameters")) return ofParameters(diff);
  return diff.action === "add" ? "safe" : "breaking";
}

function ofParameters({ action, after }: Diff): Kind {
  if (action !== "add") return "breaking";
  const added = (Array.isArray(after) ? after : [after]) as ({ required?: boolean } | undefined)[];
  return added.some((parameter) => parameter?.required === true) ? "breaking" : "safe";
}

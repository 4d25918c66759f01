import { Badge, type Tone } from "../../parts/badge.tsx";
import { texts } from "../../texts/texts.ts";
import type { Generation } from "./tail.ts";

interface Standing {
  readonly tone: Tone;
  readonly word: string;
}

/** The status of the answer, and the word that explains it where something went wrong. */
export function StatusBadge({ generation }: { readonly generation: Generation }) {
  const { tone, word } = standingOf(generation);
  return (
    <Badge tone={tone}>
      {generation.status} {word}
    </Badge>
  );
}

export function standingOf({ state, status, error, cancelled }: Generation): Standing {
  const words = texts.requests.standing;
  if (state === "pending") return { tone: "info", word: words.pending };
  if (state === "abandoned") return { tone: "bad", word: words.abandoned };
  if (state === "refunded") return { tone: "warning", word: words.refunded };
  if (cancelled === true) return { tone: "warning", word: words.hungUp };
  if (error !== null)
    return { tone: status >= 500 || status < 400 ? "bad" : "warning", word: error.code };
  return { tone: status >= 400 ? "bad" : "good", word: "" };
}

import type { Schema } from "@portico/contract/facts";
import type { Turn } from "@portico/core/simulated-model";
import { openSeal, sealOf } from "./seals.ts";
import type { Said } from "./simulate.ts";

type Entry = Schema<"ChatReasoningDetail">;
type Thought = Extract<Said, { type: "thought" }>;

/**
 * Thoughts as entries of `reasoning_details`. Client libraries take neighbouring texts for one with the first of their
 * signatures, so the later of them have their seals in entries of their own.
 */
export function entriesOf(thoughts: readonly Thought[]): Entry[] {
  const entries: Entry[] = [];
  for (const thought of thoughts) {
    const isNeighbour = entries.at(-1)?.type === "reasoning.text";
    const seal = sealOf(thought);
    entries.push({
      type: "reasoning.text",
      index: entries.length,
      text: thought.text,
      ...(!isNeighbour && seal !== null && { signature: seal }),
    });
    if (isNeighbour && seal !== null)
      entries.push({ type: "reasoning.encrypted", index: entries.length, data: seal });
  }
  return entries;
}

/** The thoughts that came back with a message. */
export function openThoughts({ reasoning_details }: Schema<"ChatAssistantMessage">): Turn[] {
  return (reasoning_details ?? []).flatMap(({ signature, data }) => openSeal(signature || data));
}

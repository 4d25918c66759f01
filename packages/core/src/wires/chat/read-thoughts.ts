import type { Schema } from "@portico/contract/facts";
import type { SealedThought } from "../../answer/wire.ts";
import type { Thought } from "../../model-call/respond-call.ts";
import { sealsOfCall } from "./thought-entries.ts";

type Message = Schema<"ChatAssistantMessage">;
type Entry = Schema<"ChatReasoningEcho">;

export type SentThought = Thought | SealedThought;

/** The thoughts of an assistant's message: those right before a call by its id, and the others in their order. */
export interface SentThoughts {
  readonly before: readonly SentThought[];
  readonly ofCalls: ReadonlyMap<string, readonly SentThought[]>;
}

/**
 * Reads `reasoning_details`; where it has nothing, the plain text that some clients send instead. Clients join the pieces
 * of an entry or do not: text is gathered until a signature or a sealed entry closes it.
 */
export function readThoughts(message: Message): SentThoughts {
  const reader = new DetailsReader();
  for (const entry of message.reasoning_details ?? []) reader.add(entry);
  const read = reader.end();
  const isEmpty = read.before.length === 0 && read.ofCalls.size === 0;
  const sealed = isEmpty ? sealedInCalls(message) : null;
  if (sealed !== null) return sealed;
  const text = message.reasoning || message.reasoning_content;
  return isEmpty && text ? { ...read, before: [{ type: "thought", text }] } : read;
}

/** The seals that came with calls; null where there are none. Those of the first one stood before all that was said. */
function sealedInCalls({ tool_calls: calls }: Message): SentThoughts | null {
  const ofCalls = new Map<string, readonly SentThought[]>();
  let before: readonly SentThought[] = [];
  for (const [index, call] of (calls ?? []).entries()) {
    const seals = "extra_content" in call ? sealsOfCall(call.extra_content) : [];
    const thoughts = seals.map((seal) => ({ type: "sealed", seal }) as const);
    if (index === 0) before = thoughts;
    else if (thoughts.length > 0) ofCalls.set(call.id, thoughts);
  }
  return before.length === 0 && ofCalls.size === 0 ? null : { before, ofCalls };
}

class DetailsReader {
  readonly #before: SentThought[] = [];
  readonly #ofCalls = new Map<string, SentThought[]>();
  #text = "";
  #isSummary = false;

  add({ type, text, summary, signature, data, id }: Entry): void {
    if (type === "reasoning.summary") this.#gather(summary, true);
    if (type === "reasoning.text") this.#gather(text, false);
    const seal = type === "reasoning.encrypted" ? data : signature;
    if (!seal) return;
    // A seal holds the whole thought, the words included.
    this.#text = "";
    const thought = { type: "sealed", seal } as const;
    if (type === "reasoning.encrypted" && id)
      this.#ofCalls.set(id, [...(this.#ofCalls.get(id) ?? []), thought]);
    else this.#before.push(thought);
  }

  end(): SentThoughts {
    this.#flush();
    return { before: this.#before, ofCalls: this.#ofCalls };
  }

  #gather(text: string | null | undefined, isSummary: boolean): void {
    if (isSummary !== this.#isSummary) this.#flush();
    this.#isSummary = isSummary;
    this.#text += text ?? "";
  }

  /** Text that no signature has closed. */
  #flush(): void {
    if (this.#text === "") return;
    const summary = this.#isSummary ? { isSummary: true } : {};
    this.#before.push({ type: "thought", text: this.#text, ...summary });
    this.#text = "";
  }
}

import type { Input, Schema } from "@portico/contract/facts";
import { sealOf } from "./seals.ts";
import type { Said } from "./simulate.ts";

/** Whether the model thinks, as the sandbox's model of that name does. */
export function isThinking({ model }: { readonly model: string }): boolean {
  return /^(?:.*\/)?think$/.test(model);
}

type Asking = Pick<Input<"createResponse">["body"], "include" | "reasoning">;

/** What a request asks to see of thoughts. */
export interface AskedThoughts {
  readonly words: boolean;
  readonly seals: boolean;
}

export function askedThoughts({ include, reasoning }: Asking): AskedThoughts {
  const summary = reasoning?.["summary"];
  return {
    words: typeof summary === "string" && summary !== "" && summary !== "none",
    seals: include?.includes("reasoning.encrypted_content") === true,
  };
}

/** A thought as an item, of what was asked for; none where nothing was. */
export function reasoningOf(
  thought: Extract<Said, { type: "thought" }>,
  { words, seals }: AskedThoughts,
  id: string,
): Schema<"ReasoningOutput">[] {
  if (!words && !seals) return [];
  const seal = seals ? sealOf(thought) : null;
  return [
    {
      type: "reasoning",
      id,
      summary: words ? [{ type: "summary_text", text: thought.text }] : [],
      ...(seal !== null && { encrypted_content: seal }),
      status: thought.signature === undefined ? "incomplete" : "completed",
    },
  ];
}

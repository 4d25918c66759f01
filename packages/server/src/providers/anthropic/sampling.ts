import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Claude } from "./claude.ts";

export interface Sampling {
  readonly temperature?: number | undefined;
  readonly top_p?: number | undefined;
  readonly top_k?: number | undefined;
}

/** Those of temperature, top_p and top_k that the model accepts. */
export function samplingFor(claude: Claude, call: RespondCall, thinks: boolean): Sampling {
  const accepted = claude.sampling;
  if (accepted === "none") return {};

  if (thinks) {
    // Thinking allows neither temperature nor top_k, and top_p only close to 1.
    const topP = call.topP;
    return { top_p: topP !== undefined && topP >= 0.95 ? topP : undefined };
  }
  const temperature = call.temperature === undefined ? undefined : Math.min(call.temperature, 1);
  const topP = accepted === "one" && temperature !== undefined ? undefined : call.topP;
  return { temperature, top_p: topP, top_k: call.topK };
}

/** A stop sequence of white space alone is refused. */
export function stopSequences(call: RespondCall): readonly string[] | undefined {
  const sequences = (call.stop ?? []).filter((sequence) => sequence.trim() !== "");
  return sequences.length > 0 ? sequences : undefined;
}

import type { RespondCall } from "@portico/core/model-call/respond-call";

/** The abilities of a Claude model, as far as its name shows them. */
export interface Claude {
  /** `budget`: thinking with a number of tokens; `adaptive`: with an effort. */
  readonly thinking: "none" | "budget" | "adaptive";
  /** Whether it thinks by default; then it shows thoughts only on request. */
  readonly thinksUnasked: boolean;
  /** The highest effort short of `max`. */
  readonly topEffort: "high" | "xhigh";
  /** Whether temperature, top_p and top_k are accepted at all, and whether together. */
  readonly sampling: "all" | "one" | "none";
  readonly structuredOutput: boolean;
}

/** Models of other vendors that speak this dialect, and Claude before 3.7. */
const plain: Claude = {
  thinking: "none",
  thinksUnasked: false,
  topEffort: "high",
  sampling: "all",
  structuredOutput: false,
};

/**
 * Later models are treated like the latest known one.
 * https://docs.claude.com/en/docs/build-with-claude/adaptive-thinking, …/thinking, …/structured-outputs and
 * https://docs.claude.com/en/docs/about-claude/models/migrating-to-claude-4
 */
export function claudeOf(model: string): Claude {
  const version = claudeVersion(model);
  if (version === undefined || version < 3.07) return plain;

  return {
    thinking: version < 4.06 ? "budget" : "adaptive",
    thinksUnasked: version >= 5,
    topEffort: version < 4.07 ? "high" : "xhigh",
    sampling: samplingOf(version),
    structuredOutput: version >= 4.05 || (version >= 4.01 && model.includes("opus")),
  };
}

function samplingOf(version: number): Claude["sampling"] {
  if (version >= 4.07) return "none";

  return version < 4.01 ? "all" : "one";
}

/** `claude-3-7-sonnet-20250219` → 3.07, `anthropic.claude-opus-4-20250514-v1:0` → 4, `claude-sonnet-5` → 5. */
export function claudeVersion(model: string): number | undefined {
  const found = /claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(model);
  return found === null ? undefined : Number(found[1]) + Number(found[2] ?? 0) / 100;
}

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

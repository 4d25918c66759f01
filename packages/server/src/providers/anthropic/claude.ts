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

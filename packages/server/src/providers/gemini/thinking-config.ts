import type { RespondCall } from "@portico/core/model-call/respond-call";

/** Tokens that an effort may spend, as Google's own OpenAI-compatible endpoint has it. */
const budgets: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 1_024,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
  xhigh: 32_768,
  max: 32_768,
};

/** Thoughts count against the maximum; this much of it stays for the answer. */
const answerShare = 0.2;

/**
 * https://ai.google.dev/gemini-api/docs/thinking: 2.5 takes a budget, 3 and later a level; earlier
 * models refuse the field.
 */
export function thinkingConfig(call: RespondCall): object | undefined {
  const version = geminiVersion(call.model);
  const { effort, maxTokens } = call.reasoning ?? {};
  if (version < 2.05) return undefined;

  if ((effort ?? maxTokens) === undefined)
    return showsThoughts(call) ? { includeThoughts: true } : undefined;

  const includeThoughts = effort === "none" ? undefined : true;
  if (version >= 3 && maxTokens === undefined)
    return { includeThoughts, thinkingLevel: levelOf(call.model, version, effort ?? "high") };

  const wanted = maxTokens ?? budgets[effort ?? ""] ?? budgets["medium"] ?? 0;
  return { includeThoughts, thinkingBudget: budgetWithin(call, wanted) };
}

/** Models that draw or speak have no thoughts to show, and refuse to be asked for them. */
function showsThoughts({ thoughts, model }: RespondCall): boolean {
  return thoughts?.text === true && !/image|tts|audio/.test(model);
}

function levelOf(model: string, version: number, effort: string): string {
  const isPro = model.includes("pro");
  switch (effort) {
    case "none":
    case "minimal":
      return isPro ? "low" : "minimal";
    case "low":
      return "low";
    case "medium":
      // The first of them knew two levels only.
      return isPro && version === 3 ? "high" : "medium";
    default:
      return "high";
  }
}

/** The smallest and the largest budget of a model; 0 is off, where it can be turned off. */
function limitsOf(model: string): { least: number; most: number; mayBeOff: boolean } {
  if (model.includes("pro")) return { least: 128, most: 32_768, mayBeOff: false };

  return { least: model.includes("lite") ? 512 : 1, most: 24_576, mayBeOff: true };
}

function budgetWithin(call: RespondCall, wanted: number): number {
  const { least, most, mayBeOff } = limitsOf(call.model);
  if (wanted === 0 && mayBeOff) return 0;

  const room = Math.floor((call.maxOutputTokens ?? Number.MAX_SAFE_INTEGER) * (1 - answerShare));
  return Math.max(least, Math.min(wanted, room, most));
}

/** `gemini-2.5-pro` → 2.05, `gemini-3-flash-preview` → 3; 0 for models of other families. */
export function geminiVersion(model: string): number {
  const found = /gemini-(\d+)(?:\.(\d+))?/.exec(model);
  return found === null ? 0 : Number(found[1]) + Number(found[2] ?? 0) / 100;
}

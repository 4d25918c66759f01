import type { Endpoint } from "../routing/catalog.ts";

/** Models that think although no request asks for it, by the names that all their vendors use. */
const thinkers = new RegExp(
  [
    String.raw`(?:^|[/.:])(?:o[1-9]\b|gpt-[5-9]|gpt-oss|gemini-(?:2\.5|[3-9])|grok-(?:3-mini|[4-9])|magistral)`,
    String.raw`(?:^|[/.:])(?:deepseek-r\d|deepseek-reasoner|qwq|kimi-k2-thinking|minimax-m\d)`,
    "claude-(?:[a-z]+-)?[5-9]",
  ].join("|"),
  "i",
);
const exceptions = /non-?(?:reasoning|thinking)|gpt-[\d.]+-chat|image|-tts|live/i;

/**
 * Models that search unasked, and count what they read. Their vendors do not publish how many calls that takes:
 * https://docs.perplexity.ai (deep research), https://openrouter.ai/docs/features/web-search
 */
const searchers = /deep-research|search-preview|:online$/i;

/** Up to ten uses of tools, or one; a model is called before each and for the answer: https://console.groq.com/docs/compound/systems */
const compound = /(?:^|\/)compound(?:-beta)?(-mini)?$/i;

/** What the name of an upstream's model says of what it does beside answering. */
export function traitsOf(
  kind: string,
  upstreamModel: string,
): Pick<Endpoint, "thinking" | "searchCalls"> {
  const unasked = thinkers.test(upstreamModel) && !exceptions.test(upstreamModel);
  const summarised = kind === "anthropic" || /claude/i.test(upstreamModel);
  const searchCalls = searchCallsOf(upstreamModel);
  return {
    ...((unasked || summarised) && { thinking: { unasked, summarised } }),
    ...(searchCalls !== undefined && { searchCalls }),
  };
}

function searchCallsOf(upstreamModel: string): number | undefined {
  const found = compound.exec(upstreamModel);
  if (found !== null) return found[1] === undefined ? 11 : 2;
  return searchers.test(upstreamModel) ? 1 : undefined;
}

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
 * Models that search unasked, and count what they read. https://console.groq.com/docs/compound,
 * https://docs.perplexity.ai (deep research), https://openrouter.ai/docs/features/web-search
 */
const searchers = /(?:^|\/)compound(?:-beta)?(?:-mini)?$|deep-research|search-preview|:online$/i;

/** What the name of an upstream's model says of what it does beside answering. */
export function traitsOf(
  kind: string,
  upstreamModel: string,
): Pick<Endpoint, "thinking" | "isSearching"> {
  const unasked = thinkers.test(upstreamModel) && !exceptions.test(upstreamModel);
  const summarised = kind === "anthropic" || /claude/i.test(upstreamModel);
  return {
    ...((unasked || summarised) && { thinking: { unasked, summarised } }),
    ...(searchers.test(upstreamModel) && { isSearching: true }),
  };
}

import type { Thinking } from "../routing/catalog.ts";

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

/** What the name of an upstream's model says of its thoughts. */
export function thinkingOf(kind: string, upstreamModel: string): { readonly thinking?: Thinking } {
  const unasked = thinkers.test(upstreamModel) && !exceptions.test(upstreamModel);
  const summarised = kind === "anthropic" || /claude/i.test(upstreamModel);
  return unasked || summarised ? { thinking: { unasked, summarised } } : {};
}

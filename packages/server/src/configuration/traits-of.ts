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

/** A large picture in high detail, for most models with a published maximum: from 1,200 to 4,800. */
const usual = 5_000;
/** 2,833, and 5,667 for each of at most eight tiles: https://platform.openai.com/docs/guides/images-vision */
const gpt4oMini = 2_833 + 8 * 5_667;
/** 10,000 patches in `original` detail, each counted as 1.2 tokens. */
const patched = 12_000;
/** Tiles of at least 256 pixels, 13 by 2 of a narrow picture, 258 each: https://ai.google.dev/gemini-api/docs/tokens */
const gemini = 13 * 2 * 258;
/** 16 million pixels, 560 a token: https://docs.voyageai.com/docs/pricing */
const voyage = 28_572;

/**
 * The highest count of one still picture in input tokens, as far as vendors publish it; undefined for other models
 * and servers. Counts are of 2026-09, as the prices are.
 */
export function publishedTokensPerImage(kind: string, upstreamModel: string): number | undefined {
  switch (kind) {
    case "openai":
      return ofOpenAi(upstreamModel);
    case "azure":
      // A deployment may have any name. One that names no model counts as the dearest.
      return ofOpenAi(upstreamModel) ?? gpt4oMini;
    case "gemini":
    case "vertex":
      return gemini;
    case "bedrock":
      return upstreamModel.includes("anthropic.") ? usual : undefined;
    case "voyage":
      return voyage;
    default:
      return usualKinds.has(kind) ? usual : undefined;
  }
}

const usualKinds: ReadonlySet<string> = new Set(["anthropic", "cohere", "mistral", "sandbox"]);

function ofOpenAi(model: string): number | undefined {
  if (/gpt-4o-mini/.test(model)) return gpt4oMini;
  if (/gpt-(5\.[4-9]|[6-9])/.test(model)) return /-(mini|nano)/.test(model) ? usual : patched;
  return /(^|\/)(gpt|chatgpt|codex|computer-use|o\d)/.test(model) ? usual : undefined;
}

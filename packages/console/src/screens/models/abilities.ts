import type { Schema } from "@portico/client";

export const abilities = [
  "tools",
  "reasoning",
  "structured",
  "images",
  "files",
  "audio",
  "caching",
  "dimensions",
  "tiers",
] as const;
export type Ability = (typeof abilities)[number];

type Model = Schema<"Model">;

const has: Readonly<Record<Ability, (model: Model) => boolean>> = {
  tools: ({ supported_parameters: known }) => known.includes("tools"),
  reasoning: ({ supported_parameters: known }) => known.includes("reasoning"),
  structured: ({ supported_parameters: known }) =>
    known.includes("structured_outputs") ||
    known.includes("response_format") ||
    known.includes("text"),
  images: ({ architecture }) => architecture.input_modalities.includes("image"),
  files: ({ architecture }) => architecture.input_modalities.includes("file"),
  audio: ({ architecture }) => architecture.input_modalities.includes("audio"),
  caching: ({ pricing }) =>
    pricing.input_cache_read !== undefined && pricing.input_cache_read !== pricing.prompt,
  dimensions: ({ supported_parameters: known }) => known.includes("dimensions"),
  tiers: ({ pricing }) => Object.keys(pricing.tiers ?? {}).length > 0,
};

/** What a model can do beyond its kind, as its facts say. */
export function abilitiesOf(model: Model): readonly Ability[] {
  return abilities.filter((ability) => has[ability](model));
}

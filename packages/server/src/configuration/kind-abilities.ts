import { factsOf } from "../providers/facts.ts";
import { presets } from "../providers/openai/facts.ts";
import { usualKinds } from "../providers/vendor-facts.ts";
import type { Abilities, ModelKind } from "../routing/catalog.ts";

/** A model as the configuration wants it at a provider. */
export interface Wanted {
  readonly modelKind: ModelKind;
  readonly abilities: Abilities;
  readonly providerKind: string;
  /** The vendor, where its server speaks another vendor's dialect. */
  readonly preset: unknown;
}

/** The ability that the provider's kind lacks for this model, in words; null where it has all of them. */
export function abilityFault({
  modelKind,
  abilities,
  providerKind,
  preset,
}: Wanted): string | null {
  const { serves = usualKinds, embedsImages: ofKind } = factsOf(providerKind) ?? {};
  if (!serves.includes(modelKind))
    return `A provider of kind ${providerKind} serves ${serves.join(" and ")} models only.`;
  if (modelKind === "text") return null;
  if (modelKind === "rerank") return rerankFault(abilities);
  const ofPreset = typeof preset === "string" && presets[preset]?.embedsImages === true;
  const embedsImages = ofKind === true || ofPreset;
  if (abilities.images && !embedsImages)
    return `A provider of kind ${providerKind} embeds texts only: leave out "images" under "abilities", and "image" under "input_modalities".`;
  const other = (["tools", "files"] as const).find((ability) => abilities[ability]);
  return other === undefined
    ? null
    : `No embedding model takes ${other}: leave out "${other}" under "abilities".`;
}

function rerankFault(abilities: Abilities): string | null {
  const extra = (["tools", "images", "files"] as const).find((ability) => abilities[ability]);
  return extra === undefined
    ? null
    : `No rerank model takes ${extra}: leave out "${extra}" under "abilities".`;
}

import type { Schema } from "@portico/client";
import { perMillion } from "../../parts/usd.ts";

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
type Ability = (typeof abilities)[number];

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

export const orders = ["name", "input", "output", "context", "newest"] as const;
type Order = (typeof orders)[number];

interface Choice {
  readonly search?: string | undefined;
  readonly ability?: Ability | undefined;
  readonly sort?: Order | undefined;
}

const priceOr = (price: string | undefined) => perMillion(price) ?? Number.POSITIVE_INFINITY;

const compare: Readonly<Record<Order, (one: Model, other: Model) => number>> = {
  name: () => 0,
  input: (one, other) => priceOr(one.pricing.prompt) - priceOr(other.pricing.prompt),
  output: (one, other) => priceOr(one.pricing.completion) - priceOr(other.pricing.completion),
  context: (one, other) => (other.context_length ?? 0) - (one.context_length ?? 0),
  newest: (one, other) => other.created - one.created,
};

/** The gateway gives all models at once and searches by their kind; the rest is chosen among them here. */
export function selectModels(models: readonly Model[], choice: Choice): readonly Model[] {
  const words = (choice.search ?? "").toLowerCase().split(/\s+/);
  const { ability, sort = "name" } = choice;
  return models
    .filter(({ id, name, description = "" }) => {
      const text = `${id} ${name} ${description}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .filter((model) => ability === undefined || abilitiesOf(model).includes(ability))
    .toSorted((one, other) => compare[sort](one, other) || (one.id < other.id ? -1 : 1));
}

const most = 4;

/** The ids in the address, each once. */
export function comparedIds(text: string | undefined): readonly string[] {
  const ids = (text ?? "").split(",").filter((id) => id !== "");
  return [...new Set(ids)].slice(0, most);
}

/** The address after a model was put beside the others, or taken away; null where there is no room. */
export function toggled(text: string | undefined, id: string): string | undefined | null {
  const ids = comparedIds(text);
  const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
  if (next.length > most) return null;
  return next.join(",") || undefined;
}

/** The parts of a model's id in an address: what stands before the first slash, and the rest. */
export function pathOf(id: string): { readonly author: string; readonly slug: string } {
  const at = id.indexOf("/");
  return at < 0 ? { author: id, slug: id } : { author: id.slice(0, at), slug: id.slice(at + 1) };
}

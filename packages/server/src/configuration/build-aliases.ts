import { hint } from "@portico/contract/suggest";
import type { AliasTarget, Model, ModelKind } from "../routing/catalog.ts";
import type { BuiltProvider } from "./built-provider.ts";
import type { Path } from "./document.ts";
import type { ConfigurationFile } from "./schema.ts";

export interface Aliasing {
  readonly models: ReadonlyMap<string, Model>;
  readonly providers: readonly BuiltProvider[];
  readonly report: (path: Path, message: string) => void;
}

/** The names that stand for models. What a provider's pattern may give is believed to be there. */
export function buildAliases(
  { aliases }: Pick<ConfigurationFile, "aliases">,
  { models, providers, report }: Aliasing,
): ReadonlyMap<string, readonly AliasTarget[]> {
  const entries = Object.entries(aliases ?? {});
  for (const [alias, targets] of entries) {
    const path = ["aliases", alias];
    if (models.has(alias))
      report(path, `${alias} is the id of a model: give the alias another name.`);
    const fault = kindsFault(
      alias,
      targets.flatMap(({ model: id }) => models.get(id)?.kind ?? []),
    );
    if (fault !== null) report(path, fault);
    for (const [index, { model: id }] of targets.entries())
      if (!models.has(id) && !mayBeListed(id, providers))
        report([...path, index], `There is no model "${id}".${hint(id, [...models.keys()])}`);
  }
  return new Map(
    entries.map(([alias, targets]) => [
      alias,
      targets.map(({ model: modelId, weight }) => ({ modelId, weight })),
    ]),
  );
}

export function mayBeListed(id: string, providers: readonly BuiltProvider[]): boolean {
  return providers.some(
    ({ patterns, settings }) => patterns.length > 0 && id.startsWith(`${settings.name}/`),
  );
}

function kindsFault(alias: string, kinds: readonly ModelKind[]): string | null {
  if (new Set(kinds).size > 1) return `${alias} stands for models of one kind only.`;
  return kinds.length > 1 && kinds[0] !== "text"
    ? `${alias} stands for one model: vectors and scores of two cannot be compared.`
    : null;
}

import type { AliasTarget, Catalog } from "./catalog.ts";
import { type Chance, raceTime } from "./ranking.ts";

/**
 * The ids of the models that a name stands for: itself, unless it is an alias. Of an alias, those that exist, in the
 * order of a draw by weight that follows from the session, so that a conversation stays with its model; the heaviest
 * first where nothing is drawn.
 */
export function meantBy(
  { models, aliases }: Catalog,
  name: string,
  chance?: Chance,
): readonly [string, ...string[]] {
  const targets = aliases?.get(name);
  if (targets === undefined) return [name];
  const there = targets.filter(({ modelId }) => models.has(modelId));
  const time = ({ modelId, weight }: AliasTarget) =>
    (chance === undefined ? 1 : raceTime(chance, `alias ${name} ${modelId}`)) / weight;
  const [first = name, ...others] = (there.length === 0 ? targets : there)
    .toSorted((one, other) => time(one) - time(other))
    .map(({ modelId }) => modelId);
  return [first, ...others];
}

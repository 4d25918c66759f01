import { examplesOf } from "../../src/gateway/examples.ts";
import type { OperationPack } from "../../src/gateway/pack.ts";

/**
 * The operations whose examples show what another one finds: of `GET /workspaces/{id}` that is `GET /workspaces`. They
 * are found by the first word of the path. A list needs none but itself, so no two modules wait for each other.
 */
export function seedsOf(pack: OperationPack, packs: readonly OperationPack[]): OperationPack[] {
  const near = packs.filter(
    (other) =>
      other.facts.method === "get" &&
      other.facts.path.split("/").length === 2 &&
      wordOf(other) === wordOf(pack),
  );
  const lists = near.filter(showsList);
  const sources = lists.length > 0 ? lists : near;
  return sources.includes(pack) ? [] : sources;
}

/** `/keys/{hash}`, `/key` -> `key`. */
function wordOf({ facts }: OperationPack): string {
  return (facts.path.split("/")[1] ?? "").replace(/s$/, "");
}

function showsList(pack: OperationPack): boolean {
  const [example] = examplesOf(pack, 200);
  return Array.isArray(Reflect.get(Object(example?.value), "data"));
}

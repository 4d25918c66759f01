import { fitsPath } from "@portico/contract/fits-path";
import { contractPath } from "@portico/contract/path-aliases";
import { refusal } from "./failure.ts";
import type { OperationPack } from "./pack.ts";

export const basePath = "/api/v1";

/** The address as the contract has it: some clients use another path. */
export function contractAddress(asked: string): URL {
  const url = new URL(asked);
  url.pathname = contractPath(basePath, url.pathname) ?? url.pathname;
  return url;
}

/** The operation at an address. */
export function packAt(
  packs: readonly OperationPack[],
  method: string,
  path: string,
  /** What a caller of a path that is not there is to know. */
  advice: ((method: string, path: string) => string) | undefined,
): OperationPack {
  if (!isDecodable(path)) throw refusal(404, "The resource does not exist.");
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "";
  const here = packs.filter(({ facts }) => fitsPath(facts.path, below));
  // `/embeddings/models` before `/{…}`: the path with fewer parameters is meant.
  const sorted = here.toSorted(
    (one, other) => one.facts.pathParameters.length - other.facts.pathParameters.length,
  );
  const found = sorted.find(({ facts }) => facts.method === method.toLowerCase());
  if (found) return found;
  if (sorted.length === 0)
    throw refusal(404, advice?.(method, path) ?? `There is no path ${path}.`);
  const allow = sorted.map(({ facts }) => facts.method.toUpperCase()).join(", ");
  throw refusal(405, `${method} is not allowed here, only ${allow}.`, { Allow: allow });
}

/** What stands in the places of a template. */
export function pathParameters(template: string, path: string): Record<string, string> {
  const given = path.split("/");
  return Object.fromEntries(
    template
      .split("/")
      .map((part, at) => [part.slice(1, -1), decodeURIComponent(given[at] ?? ""), part] as const)
      .filter(([, , part]) => part.startsWith("{"))
      .map(([name, value]) => [name, value]),
  );
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

import { factsOf } from "../providers/facts.ts";
import type { BuiltProvider } from "./built-provider.ts";
import type { Path } from "./document.ts";
import type { Keyed } from "./needs-key.ts";
import type { ProviderEntry } from "./provider-schema.ts";
import { upstreamPlace } from "./upstream-place.ts";

type Discovery = Pick<BuiltProvider, "patterns" | "isFree" | "allowsUnpriced">;

interface Found extends Keyed {
  /** It is known by name as a server that operators run themselves. */
  readonly isOwnKind: boolean;
}

/**
 * Which models of a provider's own list are served. A known server of the operator's own (`ollama: {}`) serves all that it
 * has, for nothing: its models are what it is configured for. A vendor's cost money, so they are asked for.
 */
export function discoveryOf(
  { models, unpriced, ...entry }: ProviderEntry,
  { isOwnKind, isKeyed, keyless, kind, baseUrl }: Found,
  report: (path: Path, message: string) => void,
): Discovery {
  // What asks for a credential may be a proxy, behind which a vendor bills.
  const isOpen = [entry.api_key, entry.api_keys, entry.headers].every((one) => one === undefined);
  const isOwn = !isKeyed && upstreamPlace(kind, baseUrl) === "private";
  const isFree = isOwn && (isOwnKind || isOpen);
  const lists = factsOf(kind)?.lists === true;
  if (models !== undefined && models.length > 0 && !lists)
    report(
      ["models"],
      `A provider of kind ${kind} does not list its models: name them under "models" of the file.`,
    );
  else if (models !== undefined && models.length > 0 && keyless)
    report(["models"], "The provider's list is read with its api_key, and it has none.");
  return {
    patterns: models ?? (isOwn && isOwnKind && lists ? ["*"] : []),
    isFree,
    allowsUnpriced: unpriced === "allow",
  };
}

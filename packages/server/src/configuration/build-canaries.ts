import { hint } from "@portico/contract/suggest";
import type { CanaryRule } from "../routing/catalog.ts";
import { type Aliasing, mayBeListed } from "./build-aliases.ts";
import type { ConfigurationFile } from "./schema.ts";

/** Nothing where there are none, so that requests look for none. */
export function buildCanaries(
  { aliases, canaries }: Pick<ConfigurationFile, "aliases" | "canaries">,
  { models, providers, report }: Aliasing,
): { readonly canaries?: readonly CanaryRule[] } {
  const entries = Object.entries(canaries ?? {});
  if (entries.length === 0) return {};
  const ids = [...models.keys()];
  const names = [...ids, ...Object.keys(aliases ?? {})];
  const faultOf = (name: string, known: readonly string[], what: string) => {
    const id = aliases?.[name]?.[0]?.model ?? name;
    if (!known.includes(name) && !mayBeListed(name, providers))
      return `There is no ${what} "${name}".${hint(name, known)}`;
    return (models.get(id)?.kind ?? "text") === "text"
      ? null
      : `${name} is no text model: vectors and scores of two cannot be compared.`;
  };
  for (const [route, { to }] of entries) {
    const fault = faultOf(route, names, "model or alias") ?? faultOf(to, ids, "model");
    if (fault !== null) report(["canaries", route], fault);
    if (to === route) report(["canaries", route, "to"], `${to} cannot be its own canary.`);
  }
  return { canaries: entries.map(([route, entry]) => toRule(route, entry)) };
}

type Entry = NonNullable<NonNullable<ConfigurationFile["canaries"]>[string]>;

function toRule(route: string, { to, percent, keys, roll_back: marks }: Entry): CanaryRule {
  return {
    route,
    to,
    percent,
    keys: new Set(keys),
    rollBack: {
      failurePercent: marks.failure_percent,
      slower: marks.slower,
      requests: marks.requests,
      windowMs: marks.window_seconds * 1_000,
    },
  };
}

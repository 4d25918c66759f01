import { hint } from "@portico/contract/suggest";
import type { CanaryRule, Catalog } from "../routing/catalog.ts";
import type { ShadowRule } from "../routing/shadow.ts";
import { type Aliasing, mayBeListed } from "./build-aliases.ts";
import type { Path } from "./document.ts";
import type { ConfigurationFile } from "./schema.ts";

/** Nothing where there are none, so that requests look for none. */
export function buildTryOuts(
  file: Pick<ConfigurationFile, "aliases" | "canaries" | "shadows">,
  naming: Aliasing,
): Pick<Catalog, "canaries" | "shadows"> {
  const canaries = Object.entries(file.canaries ?? {});
  const shadows = Object.entries(file.shadows ?? {});
  for (const [route, { to }] of canaries) check(["canaries", route], { route, to }, file, naming);
  for (const [route, { to }] of shadows) check(["shadows", route], { route, to }, file, naming);
  return {
    ...(canaries.length > 0 && { canaries: canaries.map(toCanary) }),
    ...(shadows.length > 0 && { shadows: shadows.map(toShadow) }),
  };
}

function check(
  path: Path,
  { route, to }: Pick<CanaryRule, "route" | "to">,
  { aliases }: Pick<ConfigurationFile, "aliases">,
  { models, providers, report }: Aliasing,
): void {
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
  const fault = faultOf(route, names, "model or alias") ?? faultOf(to, ids, "model");
  if (fault !== null) report(path, fault);
  if (to === route) report([...path, "to"], `${to} cannot stand beside itself.`);
}

type Entries<Name extends "canaries" | "shadows"> = NonNullable<ConfigurationFile[Name]>;
type Entry<Name extends "canaries" | "shadows"> = readonly [string, Entries<Name>[string]];

function toShadow([route, { to, percent, ...bounds }]: Entry<"shadows">): ShadowRule {
  return {
    route,
    to,
    percent,
    inFlight: bounds.in_flight,
    tokensPerMinute: bounds.tokens_per_minute,
    maxOutputTokens: bounds.max_output_tokens,
  };
}

function toCanary([route, { to, percent, keys, roll_back: marks }]: Entry<"canaries">): CanaryRule {
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

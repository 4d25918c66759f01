import { suggest } from "@portico/contract/suggest";
import { matchesAny } from "../../routing/patterns.ts";
import { largestPage } from "../shell/page-size.ts";
import { type CommonFlags, onGateway, type Shell } from "../shell/shell.ts";
import { type RightsFlags, rightsIn } from "./rights-flags.ts";

/**
 * Tells which of the models and providers that a key may use are not there. A pattern may be meant for what is
 * configured later, so it is no mistake; a slip of the pen would else be found by the key's holder.
 */
export async function warnOfRights(shell: Shell, flags: CommonFlags & RightsFlags): Promise<void> {
  const { allowed_models: models, allowed_providers: providers } = rightsIn(flags);
  const lists = [
    ["model", models, modelsOf],
    ["provider", providers, providersOf],
  ] as const;
  for (const [thing, patterns, read] of lists) {
    if (patterns === undefined || patterns === null) continue;
    // The key is made: what cannot be read is no reason to fail.
    const known = await read(shell, flags).catch(() => null);
    if (known === null) continue;
    for (const pattern of patterns.filter((one) => !known.some((name) => matchesAny([one], name))))
      shell.terminal.tell(warning(thing, pattern, known));
  }
}

function warning(thing: string, pattern: string, known: readonly string[]): string {
  const meant = suggest(pattern, known);
  const advice = meant === null ? "" : ` Did you mean "${meant}"?`;
  return `Warning: the gateway has no ${thing} that fits "${pattern}".${advice}`;
}

async function modelsOf(shell: Shell, flags: CommonFlags): Promise<readonly string[]> {
  const models = await onGateway(shell, flags, (gateway) =>
    gateway.models.list({ limit: largestPage }).toArray(),
  );
  return models.map(({ id }) => id);
}

async function providersOf(shell: Shell, flags: CommonFlags): Promise<readonly string[]> {
  const { data } = await onGateway(shell, flags, (gateway) => gateway.providers.list());
  return data.map(({ slug }) => slug);
}

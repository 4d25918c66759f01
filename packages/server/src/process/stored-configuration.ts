import { placesChanged } from "@portico/core/configuration/places-changed";
import { type Configuration, ConfigurationError } from "../configuration/configuration.ts";
import { versionOf } from "../configuration/load-configuration.ts";
import type { References } from "../configuration/references.ts";
import { newVersion, parseVersion, placeOfVersion } from "../configuration/versions.ts";
import { type Secrets, SecretUnreadable } from "../secrets/secrets.ts";
import { type Actor, systemActor } from "../store/ports/actor.ts";
import { ConfigurationChanged } from "../store/ports/errors.ts";
import type { Store } from "../store/store.ts";

export interface ConfigurationParts {
  readonly store: Pick<Store, "configuration" | "firstIdentity">;
  readonly secrets: Pick<Secrets, "seal" | "open">;
  /** `portico.yaml`, whether it is there or not. */
  readonly path: string | null;
  readonly references: References;
  /** The only one whose files versions may refer to. */
  readonly secretsFolder: string;
  readonly log: Record<"info" | "warn" | "error", (facts: object, message: string) => void>;
}

/** Null where it is not kept. Throws SecretUnreadable. */
export async function openVersion(
  { store, secrets }: Pick<ConfigurationParts, "store" | "secrets">,
  version: number,
): Promise<string | null> {
  const found = await store.configuration.get(version);
  return found === null ? null : secrets.open(placeOfVersion(version), found.text);
}

/** Throws ConfigurationError or SecretUnreadable where this process cannot use it. */
export async function readVersion(
  parts: ConfigurationParts,
  version: number,
): Promise<Configuration> {
  const { store, secrets, references, secretsFolder } = parts;
  if (version === 0) return parseVersion(0, "", references);
  const found = await store.configuration.get(version);
  if (found === null)
    throw new ConfigurationError("configuration", [{ message: `Version ${version} is not kept.` }]);
  const text = secrets.open(placeOfVersion(version), found.text);
  // A text that came from the file may refer to all that the file may.
  const limits = found.source === "file" ? {} : { onlyFolder: secretsFolder };
  const changedAt = new Date(found.createdAtMs);
  return parseVersion(version, text, { ...references, ...limits, changedAt });
}

/** The version in use, or the newest one before it that this process can use. Throws where there is none. */
export async function startingVersion(parts: ConfigurationParts): Promise<Configuration> {
  const { inUse: readInUse, list } = parts.store.configuration;
  const inUse = await readInUse();
  const before = inUse === 0 ? [] : await list({ limit: 20, before: inUse });
  let first: Error | null = null;
  for (const version of [inUse, ...before.map((one) => one.version)])
    try {
      return await readVersion(parts, version);
    } catch (error) {
      if (!isUnusable(error)) throw error;
      const problems = error.message.split("\n");
      parts.log.error({ problems }, `version ${version} of the configuration cannot be used here`);
      first ??= error;
    }
  if (first instanceof SecretUnreadable) throw sealedElsewhere(first);
  throw first ?? new Error("No version of the configuration is kept.");
}

function sealedElsewhere(cause: SecretUnreadable): ConfigurationError {
  const message =
    "Its versions in the store were sealed with another master key. Bring that key back (portico doctor), or write a portico.yaml: it decides then.";
  return new ConfigurationError("configuration", [{ message }], { cause });
}

const oftenAtOnce = 20;

/** The file as a version: a new one, or the one that it was before. Several processes see it at once, and make one. */
export async function recordFile(
  parts: ConfigurationParts,
  next: Configuration,
): Promise<Configuration> {
  const identity = await parts.store.firstIdentity();
  if (next.file === null || identity === null) return next;
  const actor = systemActor(identity.organisationId, "takeConfigurationFile");
  for (let tries = 1; ; tries += 1)
    try {
      return { ...next, version: await recordOnce(parts, next, next.file, actor) };
    } catch (error) {
      if (!(error instanceof ConfigurationChanged) || tries === oftenAtOnce) throw error;
    }
}

async function recordOnce(
  parts: ConfigurationParts,
  next: Configuration,
  file: string,
  actor: Actor,
): Promise<number> {
  const versions = parts.store.configuration;
  const parent = await versions.inUse();
  const known = await versions.named(versionOf(next.text, file));
  if (known?.version === parent) return parent;
  const again = known && (await versions.activate(actor, known.version, parent));
  if (again !== null) return again.version;
  const changes = await changesSince(parts, parent, next);
  const made = { text: next.text, file, source: "file", parent, note: null, changes } as const;
  return (await versions.add(actor, newVersion(made, parts.secrets.seal))).version;
}

/** None where the former version cannot be read here any more. */
export async function changesSince(
  parts: ConfigurationParts,
  version: number,
  next: Configuration,
): Promise<readonly string[]> {
  try {
    return placesChanged((await readVersion(parts, version)).written, next.written);
  } catch (error) {
    if (isUnusable(error)) return [];
    throw error;
  }
}

/** What the text or the master key has wrong, and not the store. */
export function isUnusable(error: unknown): error is Error {
  return error instanceof ConfigurationError || error instanceof SecretUnreadable;
}

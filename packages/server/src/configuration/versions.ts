import { destinationOf, withSecrets } from "@portico/core/configuration/secret-places";
import type { Place, Problem } from "@portico/core/configuration/source";
import type { SecretPlace, Secrets } from "../secrets/secrets.ts";
import type { Actor } from "../store/ports/actor.ts";
import type {
  ConfigurationStore,
  ConfigurationVersion,
  NewVersion,
} from "../store/ports/configuration.ts";
import { type Configuration, ConfigurationError } from "./configuration.ts";
import { readDocument } from "./document.ts";
import { parseConfiguration, versionOf } from "./load-configuration.ts";
import type { Plan } from "./plan.ts";
import type { References } from "./references.ts";
import { withVault } from "./vault.ts";

/** The configuration as operations see and change it. */
export interface Configurations {
  /** What this process runs. */
  state(): ConfigurationState;
  /** Without secrets; null where it is not kept. */
  textOf(version: number): Promise<string | null>;
  readonly list: ConfigurationStore["list"];
  readonly get: ConfigurationStore["get"];
  readonly inUse: ConfigurationStore["inUse"];
  /** Throws GatewayError 409 where portico.yaml decides. */
  refuseBesideFile(): void;
  /** Reads a text as another version. Throws GatewayError 400 with every mistake. */
  plan(text: string): Promise<Plan>;
  /**
   * Makes a version of a text and takes it into use, in this process before it resolves. Throws GatewayError: 400, and
   * 409 where another version is in use than the parent, or where portico.yaml decides.
   */
  put(actor: Actor, change: ConfigurationChange): Promise<ConfigurationVersion>;
  /** The same for a version that was made before; null where it is not kept. */
  activate(
    actor: Actor,
    version: number,
    parent: number | undefined,
  ): Promise<ConfigurationVersion | null>;
}

export interface ConfigurationChange {
  readonly text: string;
  /** The version that was changed. */
  readonly parent: number;
  readonly note: string | null;
}

export interface ConfigurationState {
  readonly running: Configuration;
  /** The places whose values wait for a restart of this process. */
  readonly waiting: readonly string[];
  /** Why the version in use, or the changed file, is not taken here. */
  readonly problem: string | null;
}

/** Who may say who a person is, or from where, is set where the gateway runs. */
const onlyInFile: readonly (readonly string[])[] = [["proxy"], ["cors"], ["console", "sign_in"]];
/** In messages and prices, for the file. */
const storedName = "configuration";

export function placeOfVersion(version: number): SecretPlace {
  return { id: String(version), workspaceId: "", provider: storedName };
}

/** Version 0 stands for the presets. Throws ConfigurationError. */
export async function parseVersion(
  version: number,
  text: string,
  given: References & { readonly changedAt?: Date },
): Promise<Configuration> {
  const named = version === 0 ? {} : { name: storedName };
  const references = await withVault(text, given, storedName);
  return { ...parseConfiguration(text, { file: null, ...named, ...references }), version };
}

/** A text that a caller sends, with the secrets that its marks stand for. Throws ConfigurationError. */
export async function readSent(
  sent: string,
  textOf: (version: number) => Promise<string | null>,
  given: References,
): Promise<Configuration> {
  const { text, kept, lost } = await withSecrets(sent, textOf);
  const references = await withVault(text, given, storedName);
  const problems: Problem[] = lost.map(({ from, mark }) => ({
    ...lineOf(sent, from),
    message: `${mark} stands for no secret that is kept. Write the secret, or a reference such as \${NAME}.`,
  }));
  const source = readDocument(text, references);
  for (const { path, formerPath, formerText } of source.problems.length > 0 ? [] : kept)
    if (destinationOf(text, path) !== destinationOf(formerText, formerPath))
      problems.push({
        ...source.placeOf(path),
        message: `${path.join(".")}: a secret is kept for the address that it was given for. Write it again for another one.`,
      });
  for (const path of onlyInFile)
    if (isWritten(source.value, path))
      problems.push({
        ...source.placeOf(path),
        message: `${path.join(".")} is set in portico.yaml alone, and counts from a restart on: leave it out here.`,
      });
  if (problems.length > 0) throw new ConfigurationError(storedName, problems);
  return parseConfiguration(text, {
    file: null,
    name: storedName,
    changedAt: new Date(),
    ...references,
  });
}

function isWritten(value: unknown, path: readonly string[]): boolean {
  let inside = value;
  for (const name of path) {
    if (typeof inside !== "object" || inside === null) return false;
    inside = Reflect.get(inside, name);
  }
  return inside !== undefined;
}

function lineOf(text: string, offset: number): Place {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

interface Making extends Pick<NewVersion, "parent" | "source" | "note" | "changes"> {
  readonly text: string;
  /** The file, where there is one. */
  readonly file: string | null;
}

export function newVersion({ text, file, ...version }: Making, seal: Secrets["seal"]): NewVersion {
  const name = versionOf(text, file ?? storedName);
  return { ...version, name, seal: (number) => seal(placeOfVersion(number), text) };
}

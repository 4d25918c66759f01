import { basename } from "node:path";
import { withoutSecrets } from "@portico/core/configuration/secret-places";
import { configurationChanged, fileRules } from "@portico/core/rules/configuration";
import { ConfigurationError } from "../configuration/configuration.ts";
import { planOf } from "../configuration/plan.ts";
import { type Configurations, newVersion, readSent } from "../configuration/versions.ts";
import { GatewayError } from "../errors.ts";
import { ConfigurationChanged } from "../store/ports/errors.ts";
import type { FollowedConfiguration } from "./follow-configuration.ts";
import {
  type ConfigurationParts,
  changesSince,
  isUnusable,
  openVersion,
  readVersion,
} from "./stored-configuration.ts";

/** The configuration as operations see and change it, beside the one that this process follows. */
export function createConfigurations(
  parts: ConfigurationParts,
  followed: FollowedConfiguration,
): Configurations {
  const versions = parts.store.configuration;
  const limits = { ...parts.references, onlyFolder: parts.secretsFolder };
  const textOf = async (version: number) => {
    const { running } = followed.state;
    return version === running.version ? running.text : openVersion(parts, version);
  };
  const refuseBesideFile = () => {
    const { file } = followed.state.running;
    if (file !== null) throw fileRules(basename(file));
  };
  const read = (text: string) => readSent(text, textOf, limits).catch(refuseUnusable);
  return {
    state: () => followed.state,
    async textOf(version) {
      const text = await textOf(version).catch(noText);
      return text === null ? null : withoutSecrets(text, version);
    },
    list: (query) => versions.list(query),
    get: (version) => versions.get(version),
    inUse: () => versions.inUse(),
    refuseBesideFile,
    async plan(text) {
      await followed.look();
      return planOf(followed.course, await read(text));
    },
    async put(actor, { text, parent, note }) {
      refuseBesideFile();
      await followed.look();
      const next = await read(text);
      const changes = await changesSince(parts, parent, next);
      const made = { text: next.text, file: null, source: "store", parent, note, changes } as const;
      const version = await versions
        .add(actor, newVersion(made, parts.secrets.seal))
        .catch(refuseOther);
      await followed.look();
      return version;
    },
    async activate(actor, version, parent) {
      if ((await versions.get(version)) === null) return null;
      refuseBesideFile();
      // What this process cannot build is refused before all others learn of it.
      await readVersion(parts, version).catch(refuseUnusable);
      const activated = await versions
        .activate(actor, version, parent ?? (await versions.inUse()))
        .catch(refuseOther);
      await followed.look();
      return activated;
    },
  };
}

function refuseOther(error: unknown): never {
  throw error instanceof ConfigurationChanged ? configurationChanged(error.inUse, error) : error;
}

/** With each mistake and its line. No message holds a secret: mistakes name places and not their values. */
function refuseUnusable(error: unknown): never {
  if (!isUnusable(error)) throw error;
  const problems = error instanceof ConfigurationError ? error.problems : [];
  throw new GatewayError("badRequest", {
    message: error.message,
    metadata: { problems },
    cause: error,
  });
}

/** What another master key has sealed is not shown. */
function noText(error: unknown): null {
  if (isUnusable(error)) return null;
  throw error;
}

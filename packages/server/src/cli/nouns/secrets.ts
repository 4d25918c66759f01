import { randomBytes } from "node:crypto";
import { open, rename } from "node:fs/promises";
import type { Config } from "../../config.ts";
import { placeOfVersion } from "../../configuration/versions.ts";
import { placeOfLog } from "../../secrets/io-log-seal.ts";
import {
  findMasterKeys,
  type KeptAt,
  keepSecret,
  MasterKeyError,
  type MasterKeys,
  masterKeyPath,
  readMasterKeys,
} from "../../secrets/master-key.ts";
import { createSecrets, SecretUnreadable } from "../../secrets/secrets.ts";
import { describeUnopened, findUnopened, type Sealed } from "../../secrets/unopened.ts";
import { type LocalStore, onLocalStore, requireStore } from "../local/local-store.ts";
import { CliError } from "../shell/cli-error.ts";
import { command, confirm, noun, type Shell } from "../shell/command.ts";
import { findRunning, localUrl } from "../shell/connection.ts";
import { toggle } from "../shell/inputs.ts";
import { settings } from "../shell/settings.ts";

/** What is asked depends on what is found. */
interface Yes {
  readonly yes?: true;
}
const takes = { yes: toggle("--yes", "do not ask") };

/** How many data keys the new master key wraps now. */
interface Rewrapped {
  readonly credentials: number;
  readonly ioLog: number;
  readonly configuration: number;
}

const aboutRotation = `
With PORTICO_SECRET: set it to "old,new" on every node and restart them one by one, so that each can open what the new
one seals; then in the same way to "new,old"; run this command with that value, while they serve; then leave out the
old one. Without it, the key is in the data folder: stop the gateway, run this command, start it again.`;

const rotate = command("rotate", "wrap every workspace's credential with a new master key", {
  takes,
  local: async (flags, shell) => {
    const config = settings();
    requireStore(config);
    const { credentials, ioLog, configuration } =
      config.secret === null
        ? await rotateKept(shell, flags, config)
        : await rewrapAll(config, config.secret);
    return {
      rewrapped: credentials,
      rewrapped_io_log: ioLog,
      rewrapped_configuration: configuration,
    };
  },
  text: ({ rewrapped, rewrapped_io_log: entries, rewrapped_configuration: versions }) => {
    const leaveOut = settings().secret?.includes(",")
      ? " The former secrets in PORTICO_SECRET are no longer needed."
      : "";
    return `${rewrapped} credentials, ${entries} entries of the I/O log and ${versions} versions of the configuration are rewrapped.${leaveOut}`;
  },
  explains: aboutRotation,
  examples: ["secrets rotate", "secrets rotate --yes --json"],
});

/**
 * The key that the gateway made itself. If this process dies half-way, the file holds every key that is still
 * needed, and the next rotation finishes the work.
 */
async function rotateKept(shell: Shell, flags: Yes, config: Config): Promise<Rewrapped> {
  await refuseWhileServing(config);
  if (findMasterKeys(config) === null)
    throw new CliError(
      `There is no master key to rotate: ${masterKeyPath(config.dataFolder)} is missing. "portico doctor" says whether anything was sealed with it.`,
    );
  const question = "All gateways of this data folder must be stopped now. Rotate its master key?";
  await confirm(shell, question, flags.yes);
  const former = keepSecret(config.dataFolder);
  const newest = randomBytes(32).toString("base64");
  await replaceKept(config, `${newest},${former}`);
  const rewrapped = await rewrapAll(config, `${newest},${former}`);
  await replaceKept(config, newest);
  return rewrapped;
}

/** A running gateway has only the former key, and could open no secrets afterwards. */
async function refuseWhileServing(config: Config): Promise<void> {
  const url = localUrl(config);
  const isServing = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
  const serving = isServing ? url : await findRunning(config.dataFolder);
  if (serving !== null) throw new CliError(`A gateway is running at ${serving}: stop it first.`);
}

async function replaceKept({ dataFolder }: Config, secret: string): Promise<void> {
  const path = masterKeyPath(dataFolder);
  const draft = `${path}.${randomBytes(4).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

async function rewrapAll(config: Config, secret: string): Promise<Rewrapped> {
  const secrets = createSecrets(readMasterKeys(secret));
  const { currentVersion, rewrap } = secrets;
  return await onLocalStore(config, "rotateSecrets", async ({ store, actor }) => {
    try {
      return {
        credentials: await store.credentials.rewrap(actor, currentVersion, (credential) =>
          rewrap(credential, credential.secret),
        ),
        ioLog: await store.ioLog.rewrap(currentVersion, (entry) =>
          rewrap(placeOfLog(entry), entry.content),
        ),
        configuration: await store.configuration.rewrap(currentVersion, ({ version, text }) =>
          rewrap(placeOfVersion(version), text),
        ),
      };
    } catch (error) {
      throw error instanceof SecretUnreadable
        ? new CliError(error.message, "failed", { cause: error })
        : error;
    }
  });
}

const aboutDiscarding = `
Use this when the master key is lost: the gateway does not start while the store holds secrets that it cannot open. If
there is any copy of the lost key, bring it back instead, because this cannot be undone. Workspaces then have to add
their credentials again. Secrets that the present master key opens are kept; "portico doctor" lists the others.`;

const discard = command(
  "discard",
  "remove the credentials and log entries that the present master key cannot open",
  {
    takes,
    local: (flags, shell) =>
      onLocalStore(settings(), "discardSecrets", (local) => discardUnopened(shell, flags, local)),
    text: ({ credentials, io_log: entries }) =>
      credentials + entries === 0
        ? "The present master key opens all credentials and log entries."
        : `${credentials} credentials and ${entries} entries of the I/O log are removed.`,
    explains: aboutDiscarding,
    examples: ["secrets discard", "secrets discard --yes --json"],
  },
);

async function discardUnopened(shell: Shell, flags: Yes, { store, actor }: LocalStore) {
  const keys = masterKeysAt(settings());
  const found: Sealed = await findUnopened(
    store,
    keys ?? { byVersion: new Map() },
    keys === null ? null : createSecrets(keys).open,
  );
  const what = describeUnopened(found);
  if (what === null) return { credentials: 0, io_log: 0 };
  await confirm(shell, `Remove ${what} for good?`, flags.yes);
  const { unopened, unknownLogVersions } = found;
  for (const { id, organisationId } of unopened)
    await store.credentials.delete({ ...actor, organisationId }, id);
  const ioLog =
    unknownLogVersions.length === 0 ? 0 : await store.ioLog.discard(actor, unknownLogVersions);
  return { credentials: unopened.length, io_log: ioLog };
}

function masterKeysAt(place: KeptAt): MasterKeys | null {
  try {
    return findMasterKeys(place);
  } catch (error) {
    throw error instanceof MasterKeyError
      ? new CliError(error.message, "usage", { cause: error })
      : error;
  }
}

export const secrets = noun("secrets", "the master key", [rotate, discard]);

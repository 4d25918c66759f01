import { randomBytes } from "node:crypto";
import { open, rename } from "node:fs/promises";
import type { Command } from "commander";
import type { Config } from "../../config.ts";
import { placeOfLog } from "../../secrets/io-log-seal.ts";
import {
  findMasterKeys,
  keepSecret,
  masterKeyPath,
  readMasterKeys,
} from "../../secrets/master-key.ts";
import { createSecrets, SecretUnreadable } from "../../secrets/secrets.ts";
import { onLocalStore, requireStore } from "../local/local-store.ts";
import { CliError } from "../shell/cli-error.ts";
import { localUrl } from "../shell/connection.ts";
import { findRunning } from "../shell/own-gateway.ts";
import { settings } from "../shell/settings.ts";
import {
  type CommonFlags,
  confirm,
  examples,
  localCommand,
  print,
  type Shell,
} from "../shell/shell.ts";

/** How many data keys the new master key wraps now. */
interface Rewrapped {
  readonly credentials: number;
  readonly ioLog: number;
}

interface Flags extends CommonFlags {
  readonly yes?: boolean;
}

const explanation = `
With PORTICO_SECRET: set it to "old,new" on every node and restart them one by one, so that each can open what the new
one seals; then in the same way to "new,old"; run this command with that value, while they serve; then leave out the
old one. Without it, the key is in the data folder: stop the gateway, run this command, start it again.`;

export function secretsRotate(shell: Shell): Command {
  const command = localCommand("rotate", "wrap every workspace's credential with a new master key")
    .option("--yes", "do not ask")
    .addHelpText("after", explanation)
    .action(async (flags: Flags) => {
      const config = settings();
      requireStore(config);
      const { credentials, ioLog } =
        config.secret === null
          ? await rotateKept(shell, flags, config)
          : await rewrapAll(config, config.secret);
      const leaveOut = config.secret?.includes(",")
        ? " The former secrets in PORTICO_SECRET are no longer needed."
        : "";
      print(
        shell,
        flags,
        { rewrapped: credentials, rewrapped_io_log: ioLog },
        () =>
          `${credentials} credentials and ${ioLog} entries of the I/O log are rewrapped.${leaveOut}`,
      );
    });
  return examples(command, ["secrets rotate", "secrets rotate --yes --json"]);
}

/**
 * The key that the gateway made itself. If this process dies half-way, the file holds every key that is still
 * needed, and the next rotation finishes the work.
 */
async function rotateKept(shell: Shell, flags: Flags, config: Config): Promise<Rewrapped> {
  await refuseWhileServing(config);
  if (findMasterKeys(config) === null)
    throw new CliError(
      `There is no master key to rotate: ${masterKeyPath(config.dataFolder)} is missing. "portico doctor" says whether anything was sealed with it.`,
    );
  const question = "All gateways of this data folder must be stopped now. Rotate its master key?";
  await confirm(shell, question, flags);
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
      };
    } catch (error) {
      throw error instanceof SecretUnreadable
        ? new CliError(error.message, "failed", { cause: error })
        : error;
    }
  });
}

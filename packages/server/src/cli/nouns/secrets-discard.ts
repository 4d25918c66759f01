import type { Command } from "commander";
import {
  findMasterKeys,
  type KeptAt,
  MasterKeyError,
  type MasterKeys,
} from "../../secrets/master-key.ts";
import { createSecrets } from "../../secrets/secrets.ts";
import { describeUnopened, findUnopened, type Sealed } from "../../secrets/unopened.ts";
import { type LocalStore, onLocalStore } from "../local/local-store.ts";
import { CliError } from "../shell/cli-error.ts";
import { settings } from "../shell/settings.ts";
import {
  type CommonFlags,
  confirm,
  examples,
  localCommand,
  print,
  type Shell,
} from "../shell/shell.ts";

interface Flags extends CommonFlags {
  readonly yes?: boolean;
}

const explanation = `
Use this when the master key is lost: the gateway does not start while the store holds secrets that it cannot open. If
there is any copy of the lost key, bring it back instead, because this cannot be undone. Workspaces then have to add
their credentials again. Secrets that the present master key opens are kept; "portico doctor" lists the others.`;

export function secretsDiscard(shell: Shell): Command {
  const command = localCommand(
    "discard",
    "remove the credentials and log entries that the present master key cannot open",
  )
    .option("--yes", "do not ask")
    .addHelpText("after", explanation)
    .action(async (flags: Flags) => {
      const discarded = await onLocalStore(settings(), "discardSecrets", (local) =>
        discardUnopened(shell, flags, local),
      );
      print(shell, flags, discarded, () =>
        discarded.credentials + discarded.io_log === 0
          ? "The present master key opens all credentials and log entries."
          : `${discarded.credentials} credentials and ${discarded.io_log} entries of the I/O log are removed.`,
      );
    });
  return examples(command, ["secrets discard", "secrets discard --yes --json"]);
}

async function discardUnopened(shell: Shell, flags: Flags, { store, actor }: LocalStore) {
  const keys = masterKeysAt(settings());
  const found: Sealed = await findUnopened(
    store,
    keys ?? { byVersion: new Map() },
    keys === null ? null : createSecrets(keys).open,
  );
  const what = describeUnopened(found);
  if (what === null) return { credentials: 0, io_log: 0 };
  await confirm(shell, `Remove ${what} for good?`, flags);
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

import type { Command } from "commander";
import {
  type CommonFlags,
  confirm,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { hashOf } from "./key-reference.ts";

interface Flags extends CommonFlags {
  readonly yes?: boolean;
}

export function keysRevoke(shell: Shell): Command {
  const command = remoteCommand("revoke", "delete an API key; its next request is refused")
    .argument("<id>", "its number, its hash, or the key itself")
    .option("--yes", "do not ask")
    .action(async (given: string, flags: Flags) => {
      const hash = hashOf(given);
      await onGateway(shell, flags, async ({ keys }) => {
        const { data } = await keys.get(hash);
        await confirm(shell, `Revoke the key "${data.name}" (${data.label}) for good?`, flags);
        const { deleted } = await keys.delete(hash);
        print(shell, flags, { id: data.id, deleted }, () => `The key "${data.name}" is revoked.`);
      });
    });
  return examples(command, ["keys revoke 7", "keys revoke 7 --yes --json"]);
}

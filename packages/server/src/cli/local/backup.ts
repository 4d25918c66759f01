import { resolve } from "node:path";
import type { Command } from "commander";
import { CliError } from "../shell/cli-error.ts";
import { storeSettings } from "../shell/settings.ts";
import { type CommonFlags, examples, localCommand, print, type Shell } from "../shell/shell.ts";
import { onLocalStore } from "./local-store.ts";

export function backup(shell: Shell): Command {
  const command = localCommand("backup", "copy the embedded database to a file, while it is in use")
    .argument("<path>", "the file to write; an existing file is never overwritten")
    .addHelpText(
      "after",
      "\nThe copy holds hashes of keys and sealed secrets; the master key that opens those is not in it:\nkeep master.key, or PORTICO_SECRET, apart from it. PostgreSQL has tools of its own: pg_dump.",
    )
    .action(async (given: string, flags: CommonFlags) => {
      const path = resolve(given);
      await onLocalStore(storeSettings(), "backUpStore", ({ store, actor }) =>
        store.backup(actor, path).catch((error: unknown) => {
          throw new CliError(`No backup was made: ${reasonOf(error)}`, "failed", { cause: error });
        }),
      );
      print(shell, flags, { path }, () => `The database is copied to ${path}`);
    });
  return examples(command, ["backup /var/backups/portico-2026-11-21.db"]);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && error.code === "EEXIST"
    ? "a file of that name already exists."
    : error.message;
}

import { resolve } from "node:path";
import { CliError } from "../shell/cli-error.ts";
import { command } from "../shell/command.ts";
import { argument } from "../shell/inputs.ts";
import { storeSettings } from "../shell/settings.ts";
import { onLocalStore } from "./local-store.ts";

export const backup = command(
  "backup",
  "copy the embedded database to a file, while it is in use",
  {
    takes: {
      path: argument("<path>", "the file to write; an existing file is never overwritten", (text) =>
        resolve(text),
      ),
    },
    local: async ({ path }) => {
      await onLocalStore(storeSettings(), "backUpStore", ({ store, actor }) =>
        store.backup(actor, path).catch((error: unknown) => {
          throw new CliError(`No backup was made: ${reasonOf(error)}`, "failed", { cause: error });
        }),
      );
      return { path };
    },
    text: ({ path }) => `The database is copied to ${path}`,
    explains:
      "\nThe copy holds hashes of keys and sealed secrets; the master key that opens those is not in it:\nkeep master.key, or PORTICO_SECRET, apart from it. PostgreSQL has tools of its own: pg_dump.",
    examples: ["backup /var/backups/portico-2026-11-21.db"],
  },
);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && error.code === "EEXIST"
    ? "a file of that name already exists."
    : error.message;
}

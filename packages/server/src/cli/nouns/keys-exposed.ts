import { readFile } from "node:fs/promises";
import type { Portico } from "@portico/client";
import type { Schema } from "@portico/contract";
import { CliError } from "../shell/cli-error.ts";
import { command, type Shell } from "../shell/command.ts";
import { argument, flag } from "../shell/inputs.ts";
import { tableOf } from "../shell/table.ts";

type ApiKey = Schema<"ApiKey">;

/** The form of keys; the gateway knows which of the finds are its keys. */
const keys = /ptcm?_[0-9A-Za-z]+/g;
const mostAtOnce = 1000;

export const exposed = command(
  "exposed",
  "report keys that were found where others can read them; their owners are notified",
  {
    takes: {
      file: argument("<file>", "a text that holds the keys, such as a log; - for standard input"),
      source: flag("--source <text>", "the kind of place where they were found"),
      url: flag("--found-at <url>", "the place itself"),
    },
    remote: async (gateway, { file, ...place }, shell) => {
      const found = keysIn(await textOf(shell, file));
      const reported = await report(gateway, found, place);
      shell.print(reported, () => describe(reported, found.length - reported.length));
    },
    examples: [
      "keys exposed build.log --found-at https://ci.example/builds/4711",
      "keys exposed - < leaked.txt",
    ],
  },
);

function textOf({ terminal }: Shell, file: string): Promise<string> {
  if (file === "-") return terminal.readSecret("The exposed key:");
  if (/^ptcm?_/.test(file))
    throw new CliError(
      "Keys are not written on the command line, where the shell keeps them: name a file, or - for standard input.",
      "usage",
    );
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new CliError(`${file} cannot be read.`, "usage", { cause });
  });
}

function keysIn(text: string): readonly string[] {
  const found = [...new Set(text.match(keys))];
  if (found.length === 0) throw new CliError("The text holds no key (ptc_… or ptcm_…).", "usage");
  return found;
}

async function report(
  gateway: Portico,
  found: readonly string[],
  place: Omit<Schema<"ReportExposedKeysRequest">, "keys">,
): Promise<readonly ApiKey[]> {
  const reported: ApiKey[] = [];
  for (let start = 0; start < found.length; start += mostAtOnce) {
    const keys = found.slice(start, start + mostAtOnce);
    const labels = await gateway.keys.reportExposed({ keys, ...place });
    for (const { token_hash: hash, label } of labels)
      if (label === "true_positive") reported.push((await gateway.keys.get(hash)).data);
  }
  return reported;
}

function describe(reported: readonly ApiKey[], others: number): string {
  const ending =
    others === 0 ? [] : [`${others} more look like keys, and are not keys of this gateway.`];
  if (reported.length === 0) return ending.join("\n");
  const rows = tableOf(reported, {
    id: "id",
    name: "name",
    key: "label",
    kind: "kind",
    exposed: "exposed_at",
    state: ({ disabled }) => (disabled ? "disabled" : "enabled"),
    owner: "owner_email",
  });
  const advice =
    "Create a replacement for each, then delete the exposed key: portico keys revoke <id>";
  return [rows, ...ending, advice].join("\n");
}

import { readFile } from "node:fs/promises";
import type { Portico } from "@portico/client";
import type { Command } from "commander";
import { CliError } from "../shell/cli-error.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

interface Flags extends CommonFlags {
  readonly source?: string;
  readonly foundAt?: string;
}

/** The form of keys; the gateway knows which of the finds are its keys. */
const keys = /ptcm?_[0-9A-Za-z]+/g;
const mostAtOnce = 1000;

export function keysExposed(shell: Shell): Command {
  const command = remoteCommand(
    "exposed",
    "report keys that were found where others can read them; their owners are notified",
  )
    .argument("<file>", "a text that holds the keys, such as a log; - for standard input")
    .option("--source <text>", "the kind of place where they were found")
    .option("--found-at <url>", "the place itself")
    .action(async (file: string, flags: Flags) => {
      const found = keysIn(await textOf(shell, file));
      const reported = await onGateway(shell, flags, (gateway) => report(gateway, found, flags));
      print(shell, flags, reported, () => describe(reported, found.length - reported.length));
    });
  return examples(command, [
    "keys exposed build.log --found-at https://ci.example/builds/4711",
    "keys exposed - < leaked.txt",
  ]);
}

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

type ApiKey = Awaited<ReturnType<typeof getKey>>;

async function report(
  gateway: Portico,
  found: readonly string[],
  { source, foundAt }: Flags,
): Promise<readonly ApiKey[]> {
  const place = {
    ...(source === undefined ? {} : { source }),
    ...(foundAt === undefined ? {} : { url: foundAt }),
  };
  const reported: ApiKey[] = [];
  for (let start = 0; start < found.length; start += mostAtOnce) {
    const keys = found.slice(start, start + mostAtOnce);
    const labels = await gateway.keys.reportExposed({ keys, ...place });
    for (const { token_hash: hash, label } of labels)
      if (label === "true_positive") reported.push(await getKey(gateway, hash));
  }
  return reported;
}

async function getKey(gateway: Portico, hash: string) {
  return (await gateway.keys.get(hash)).data;
}

function describe(reported: readonly ApiKey[], others: number): string {
  const ending =
    others === 0 ? [] : [`${others} more look like keys, and are not keys of this gateway.`];
  if (reported.length === 0) return ending.join("\n");
  const rows = table(
    ["id", "name", "key", "kind", "exposed", "state", "owner"],
    reported.map((key) => [
      key.id,
      key.name,
      key.label,
      key.kind,
      key.exposed_at,
      key.disabled ? "disabled" : "enabled",
      key.owner_email,
    ]),
  );
  const advice =
    "Create a replacement for each, then delete the exposed key: portico keys revoke <id>";
  return [rows, ...ending, advice].join("\n");
}

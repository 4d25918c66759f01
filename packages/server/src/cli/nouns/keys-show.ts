import type { Command } from "commander";
import { factLines } from "../shell/facts.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { hashOf } from "./key-reference.ts";

export function keysShow(shell: Shell): Command {
  const command = remoteCommand("show", "show the details of an API key, never the key itself")
    .argument("<id>", "its number, its hash, or the key itself")
    .action(async (given: string, flags: CommonFlags) => {
      const { data } = await onGateway(shell, flags, (gateway) => gateway.keys.get(hashOf(given)));
      print(shell, flags, data, () => factLines(data));
    });
  return examples(command, ["keys show 7", "keys show 7 --json"]);
}

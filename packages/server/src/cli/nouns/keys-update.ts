import type { Schema } from "@portico/contract";
import { type Command, Option } from "commander";
import { CliError } from "../shell/cli-error.ts";
import {
  type CommonFlags,
  dollars,
  examples,
  onGateway,
  onOff,
  print,
  remoteCommand,
  type Shell,
  wholeNumber,
} from "../shell/shell.ts";
import { hashOf } from "./key-reference.ts";
import { type RightsFlags, rightsIn, withRightsFlags } from "./rights-flags.ts";
import { warnOfRights } from "./warn-of-rights.ts";

type Change = Schema<"UpdateApiKeyRequest">;
type LimitReset = NonNullable<Change["limit_reset"]>;

interface Flags extends CommonFlags, RightsFlags {
  readonly name?: string;
  readonly limit?: number | "none";
  readonly limitReset?: LimitReset | "none";
  readonly rpm?: number | "none";
  readonly tpm?: number | "none";
  readonly expires?: string;
  readonly ownerEmail?: string;
  readonly enabled?: boolean;
}

export function keysUpdate(shell: Shell): Command {
  const command = withRightsFlags(
    remoteCommand("update", "change an API key; other fields stay as they are"),
  )
    .argument("<id>", "its number, its hash, or the key itself")
    .option("--name <name>", "a name for people")
    .option("--limit <usd>", 'the most that it may spend, in US dollars; "none"', orNone(dollars))
    .addOption(
      new Option("--limit-reset <period>", "how often the spent amount is reset to zero").choices([
        "daily",
        "weekly",
        "monthly",
        "none",
      ]),
    )
    .option("--rpm <n>", 'requests a minute; "none"', orNone(wholeNumber))
    .option("--tpm <n>", 'tokens a minute; "none"', orNone(wholeNumber))
    .option("--expires <time>", 'when it stops working, as an ISO 8601 timestamp; "none"')
    .option("--owner-email <address>", 'who is notified when the key is found exposed; "none"')
    .option("--enabled <on|off>", "off: the key's next request is refused", onOff)
    .action(async (given: string, flags: Flags) => {
      const body = changeOf(flags);
      if (Object.keys(body).length === 0)
        throw new CliError("Name at least one thing to change.", "usage");
      const { data } = await onGateway(shell, flags, (gateway) =>
        gateway.keys.update(hashOf(given), body),
      );
      print(shell, flags, data, () => `The key "${data.name}" (id ${data.id}) is changed.`);
      await warnOfRights(shell, flags);
    });
  return examples(command, [
    "keys update 7 --limit 25 --limit-reset monthly",
    "keys update 7 --enabled off",
    "keys update 7 --allow-model 'openai/*' acme/embed --network none",
    "keys update 7 --expires none --json",
  ]);
}

function changeOf(flags: Flags): Change {
  const change: { readonly [Field in keyof Change]: Change[Field] | undefined } = {
    name: flags.name,
    limit: orNull(flags.limit),
    limit_reset: orNull(flags.limitReset),
    requests_per_minute: orNull(flags.rpm),
    tokens_per_minute: orNull(flags.tpm),
    expires_at: orNull(flags.expires),
    owner_email: orNull(flags.ownerEmail),
    disabled: flags.enabled === undefined ? undefined : !flags.enabled,
  };
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(named), ...rightsIn(flags) };
}

function orNone(read: (text: string) => number): (text: string) => number | "none" {
  return (text) => (text === "none" ? text : read(text));
}

/** Done here and not in the flag's parser, because commander turns a null from it into an empty text. */
function orNull<Value>(value: Value | "none" | undefined): Value | null | undefined {
  return value === "none" ? null : value;
}

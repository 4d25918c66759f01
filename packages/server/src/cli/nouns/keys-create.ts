import { type Command, Option } from "commander";
import { newLocalKey } from "../local/new-local-key.ts";
import {
  type CommonFlags,
  dollars,
  examples,
  localOption,
  onGateway,
  print,
  remoteCommand,
  type Shell,
  wholeNumber,
} from "../shell/shell.ts";
import { type RightsFlags, rightsIn, withRightsFlags } from "./rights-flags.ts";
import { warnOfRights } from "./warn-of-rights.ts";

interface Flags extends CommonFlags, RightsFlags {
  readonly name: string;
  readonly workspace?: string;
  readonly limit?: number;
  readonly limitReset?: "daily" | "weekly" | "monthly";
  readonly rpm?: number;
  readonly tpm?: number;
  readonly expires?: string;
  readonly ownerEmail?: string;
  readonly management?: boolean;
}

export function keysCreate(shell: Shell): Command {
  const command = withRightsFlags(remoteCommand("create", "create an API key; it is shown once"))
    .requiredOption("--name <name>", "a name for people")
    .option("--workspace <id or slug>", "its workspace; default: the management key's own")
    .option("--limit <usd>", "the most that the key may spend, in US dollars", dollars)
    .addOption(
      new Option("--limit-reset <period>", "how often the spent amount is reset to zero").choices([
        "daily",
        "weekly",
        "monthly",
      ]),
    )
    .option("--rpm <n>", "requests a minute", wholeNumber)
    .option("--tpm <n>", "tokens a minute", wholeNumber)
    .option("--expires <time>", "when the key expires, as an ISO 8601 timestamp")
    .option("--owner-email <address>", "who is notified when the key is found exposed")
    .option("--management", "a key that administers and never spends")
    .addOption(localOption())
    .action(async (flags: Flags) => {
      const { data, key } = await create(shell, flags);
      print(shell, flags, { ...data, key }, () =>
        [
          `${key}`,
          "",
          `The key "${data.name}" (id ${data.id}) is shown only once: save it now.`,
        ].join("\n"),
      );
      if (flags.local !== true) await warnOfRights(shell, flags);
    });
  return examples(command, [
    "keys create --name ci --limit 5 --limit-reset monthly --rpm 60",
    "keys create --name search --allow-model 'openai/*' --max-output-tokens 4096 --network 192.0.2.0/24",
    "keys create --name accounting --management --scope spend",
    "keys create --name admin --management --json",
    'keys create --name "way back in" --management --local',
  ]);
}

async function create(shell: Shell, flags: Flags) {
  if (flags.local === true) return await newLocalKey(bodyOf(flags));
  return await onGateway(shell, flags, (gateway) => gateway.keys.create(bodyOf(flags)));
}

function bodyOf(flags: Flags) {
  return {
    name: flags.name,
    ...(flags.management === true ? { kind: "management" as const } : {}),
    ...(flags.workspace === undefined ? {} : { workspace_id: flags.workspace }),
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.limitReset === undefined ? {} : { limit_reset: flags.limitReset }),
    ...(flags.rpm === undefined ? {} : { requests_per_minute: flags.rpm }),
    ...(flags.tpm === undefined ? {} : { tokens_per_minute: flags.tpm }),
    ...(flags.expires === undefined ? {} : { expires_at: flags.expires }),
    ...(flags.ownerEmail === undefined ? {} : { owner_email: flags.ownerEmail }),
    ...rightsIn(flags),
  };
}

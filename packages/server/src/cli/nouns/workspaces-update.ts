import type { Schema } from "@portico/contract";
import { type Command, InvalidArgumentError, Option } from "commander";
import { CliError } from "../shell/cli-error.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  onOff,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";

type Change = Schema<"UpdateWorkspaceRequest">;
type Sort = NonNullable<Change["default_provider_sort"]>;

interface Flags extends CommonFlags {
  readonly name?: string;
  readonly slug?: string;
  readonly description?: string;
  readonly defaultTextModel?: string;
  readonly defaultImageModel?: string;
  readonly defaultProviderSort?: Sort | "none";
  readonly ioLogging?: boolean;
  readonly ioLoggingSamplingRate?: number;
  readonly ioLoggingKeys?: number[] | "all";
  readonly broadcast?: boolean;
  readonly dataDiscount?: boolean;
  readonly embeddingsCache?: boolean;
}

export function workspacesUpdate(shell: Shell): Command {
  const command = remoteCommand("update", "change a workspace; other fields stay as they are")
    .argument("<id or slug>")
    .option("--name <name>", "a name for people")
    .option("--slug <slug>", "its name in URLs")
    .option("--description <text>", 'what it is for; "none" empties it')
    .option("--default-text-model <model>", 'or "none"')
    .option("--default-image-model <model>", 'or "none"')
    .addOption(
      new Option("--default-provider-sort <sort>", "how providers are ordered").choices([
        "price",
        "throughput",
        "latency",
        "exacto",
        "none",
      ]),
    )
    .option("--io-logging <on|off>", "keep a sample of requests and replies", onOff)
    .option("--io-logging-sampling-rate <rate>", "from 0.0001 to 1", rate)
    .option("--io-logging-keys <ids>", 'numbers of keys, by commas; "all"', keyIds)
    .option("--broadcast <on|off>", "export traces", onOff)
    .option("--data-discount <on|off>", "share data for a discount", onOff)
    .option(
      "--embeddings-cache <on|off>",
      "keep vectors for the same inputs; off erases them",
      onOff,
    )
    .action(async (id: string, flags: Flags) => {
      const body = changeOf(flags);
      if (Object.keys(body).length === 0)
        throw new CliError("Name at least one thing to change.", "usage");
      const { data } = await onGateway(shell, flags, (gateway) =>
        gateway.workspaces.update(id, body),
      );
      print(shell, flags, data, () => `The workspace "${data.slug}" is changed.`);
    });
  return examples(command, [
    "workspaces update default --default-provider-sort price",
    "workspaces update search --io-logging on --io-logging-sampling-rate 0.05 --io-logging-keys 3,4",
  ]);
}

function changeOf(flags: Flags): Change {
  const keys = flags.ioLoggingKeys;
  const sort = flags.defaultProviderSort;
  const change: { readonly [Field in keyof Change]: Change[Field] | undefined } = {
    name: flags.name,
    slug: flags.slug,
    description: orNull(flags.description),
    default_text_model: orNull(flags.defaultTextModel),
    default_image_model: orNull(flags.defaultImageModel),
    default_provider_sort: sort === "none" ? null : sort,
    is_observability_io_logging_enabled: flags.ioLogging,
    is_observability_broadcast_enabled: flags.broadcast,
    is_data_discount_logging_enabled: flags.dataDiscount,
    is_embeddings_cache_enabled: flags.embeddingsCache,
    io_logging_sampling_rate: flags.ioLoggingSamplingRate,
    io_logging_api_key_ids: keys === "all" ? null : keys,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** `none` empties a field. Done here, because commander turns a null from a flag's parser into an empty text. */
function orNull(text: string | undefined): string | null | undefined {
  return text === "none" ? null : text;
}

function rate(text: string): number {
  const value = Number(text);
  if (!(value >= 0.0001 && value <= 1)) throw new InvalidArgumentError("From 0.0001 to 1.");
  return value;
}

function keyIds(text: string): number[] | "all" {
  if (text === "all") return text;
  if (!/^\d+(,\d+)*$/.test(text)) throw new InvalidArgumentError('Write "3,4" or "all".');
  return text.split(",").map(Number);
}

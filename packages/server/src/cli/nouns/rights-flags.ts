import type { Schema } from "@portico/contract";
import { type Command, Option } from "commander";
import { onOff, wholeNumber } from "../shell/shell.ts";

type Wire = Schema<"UpdateApiKeyRequest">;

/** The flags for the rights of a key. `none` takes a right's restriction away. */
export interface RightsFlags {
  readonly allowModel?: readonly string[];
  readonly allowProvider?: readonly string[];
  readonly dataCollection?: "allow" | "deny" | "none";
  readonly zeroDataRetention?: boolean;
  readonly requireEndUser?: boolean;
  readonly maxOutputTokens?: number | "none";
  readonly maxInFlight?: number | "none";
  readonly network?: readonly string[];
  readonly scope?: "all" | "read_only" | "spend";
}

export function withRightsFlags(command: Command): Command {
  return command
    .option("--allow-model <pattern...>", 'models that it may use, such as "openai/*"; "none"')
    .option("--allow-provider <pattern...>", 'providers that may serve it; "none"')
    .addOption(
      new Option("--data-collection <word>", "deny: only providers that collect no data").choices([
        "allow",
        "deny",
        "none",
      ]),
    )
    .option("--zero-data-retention <on|off>", "on: only providers that keep nothing", onOff)
    .option("--require-end-user", "refuse requests that name no end user")
    .option("--no-require-end-user", "serve them too")
    .option("--max-output-tokens <n>", 'the most output tokens of a request; "none"', countOrNone)
    .option("--max-in-flight <n>", 'the most requests at a time; "none"', countOrNone)
    .option("--network <cidr...>", 'networks from which it may be used; "none"')
    .addOption(
      new Option("--scope <scope>", "what a management key may call").choices([
        "all",
        "read_only",
        "spend",
      ]),
    );
}

/** Only the rights that were named. */
export function rightsIn(flags: RightsFlags): Partial<Wire> {
  const sent = {
    allowed_models: orNull(flags.allowModel),
    allowed_providers: orNull(flags.allowProvider),
    data_collection: orNull(flags.dataCollection),
    zero_data_retention: flags.zeroDataRetention,
    requires_end_user: flags.requireEndUser,
    max_output_tokens: orNull(flags.maxOutputTokens),
    max_requests_in_flight: orNull(flags.maxInFlight),
    allowed_networks: orNull(flags.network),
    scope: flags.scope,
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

function countOrNone(text: string): number | "none" {
  return text === "none" ? text : wholeNumber(text);
}

/** A list with the one word `none` is no restriction either. */
function orNull<Value>(value: Value | undefined): Value | null | undefined {
  const isNone = value === "none" || (Array.isArray(value) && value.join() === "none");
  return isNone ? null : value;
}

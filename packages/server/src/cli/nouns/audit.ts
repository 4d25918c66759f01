import type { Input, Output } from "@portico/contract";
import { type Command, Option } from "commander";
import { pageFor } from "../shell/page-size.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
  wholeNumber,
} from "../shell/shell.ts";
import { type Cell, table } from "../shell/table.ts";

type Query = Input<"listAuditEvents">["query"];
type Event = Output<"listAuditEvents">["data"][number];

interface Flags extends CommonFlags {
  readonly from?: string;
  readonly to?: string;
  readonly actor?: Event["actor"]["type"];
  readonly actorKey?: number;
  readonly action?: string;
  readonly targetType?: string;
  readonly targetId?: string;
  readonly workspace?: string;
  readonly limit: number;
}

const defaultLimit = 100;

export function audit(shell: Shell): Command {
  const command = remoteCommand("audit", "show who changed what, newest first")
    .option("--from <time>", "at or after this time, as an ISO 8601 timestamp")
    .option("--to <time>", "before this time")
    .addOption(
      new Option("--actor <type>", "who changed it").choices(["key", "local", "system"] as const),
    )
    .option("--actor-key <id>", "the number of the key that made the change", wholeNumber)
    .option("--action <operation>", "for example deleteApiKey")
    .option("--target-type <type>", "for example api_key, workspace, byok_credential")
    .option("--target-id <id>", "the id of the changed thing; for an API key, its number")
    .option("--workspace <id or slug>", "only changes in one workspace")
    .option("--limit <n>", "how many events at most", wholeNumber, defaultLimit)
    .action(async (flags: Flags) => {
      const events = await onGateway(shell, flags, (gateway) =>
        gateway.audit.list({ ...queryOf(flags), limit: pageFor(flags.limit) }).toArray(flags.limit),
      );
      print(shell, flags, events, () =>
        table(["time", "who", "action", "target", "change", "from", "request"], events.map(rowOf)),
      );
    });
  return examples(command, [
    "audit",
    "audit --action deleteApiKey --from 2026-11-01T00:00:00Z",
    "audit --target-type api_key --target-id 7 --json",
  ]);
}

function queryOf(flags: Flags): Query {
  const query: { readonly [Name in keyof Query]: Query[Name] | undefined } = {
    from: flags.from,
    to: flags.to,
    actor_type: flags.actor,
    actor_key_id: flags.actorKey,
    action: flags.action,
    target_type: flags.targetType,
    target_id: flags.targetId,
    workspace_id: flags.workspace,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function rowOf(event: Event): Cell[] {
  return [
    event.created_at,
    whoOf(event.actor),
    event.action,
    `${event.target.type} ${event.target.id}`,
    changeOf(event),
    event.client_ip,
    event.request_id,
  ];
}

function whoOf({ type, key_id, name }: Event["actor"]): string {
  const who = key_id === null ? type : `${type} ${key_id}`;
  return name === null ? who : `${who} (${name})`;
}

/** `limit: 10 → 25`; for a created or deleted thing, its name alone. --json has all of it. */
function changeOf({ before, after }: Event): string {
  if (before === null || after === null) {
    const name = (after ?? before)?.["name"];
    return `${before === null ? "+" : "-"}${typeof name === "string" ? ` ${name}` : ""}`;
  }
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields]
    .map((field) => `${field}: ${shown(before, field)} → ${shown(after, field)}`)
    .join(", ");
}

const longestValue = 40;

function shown(facts: Readonly<Record<string, unknown>>, field: string): string {
  const text = JSON.stringify(facts[field]) ?? "-";
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

import type { Portico } from "@portico/client";
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

type Query = Input<"listAlerts">["query"];
type Alert = Output<"listAlerts">["data"][number];

interface Flags extends CommonFlags {
  readonly kind?: Alert["kind"];
  readonly subject?: string;
  readonly workspace?: string;
  readonly state?: Alert["state"];
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

const defaultLimit = 100;

export function alerts(shell: Shell): Command {
  const command = remoteCommand(
    "alerts",
    "show what people were notified of, newest first, and whether it has arrived",
  )
    .addOption(
      new Option("--kind <kind>", "only alerts of this kind").choices([
        "budget",
        "limit_blocking",
        "unbilled",
        "provider_down",
        "key_exposed",
      ] as const),
    )
    .option("--subject <subject>", "for example key:7, budget:<id>, credits, provider:openai")
    .option("--workspace <id or slug>", "only alerts of one workspace")
    .addOption(
      new Option("--state <state>", "only alerts whose deliveries are in this state").choices([
        "waiting",
        "sent",
        "failed",
        "unsent",
      ] as const),
    )
    .option("--from <time>", "at or after this time, as an ISO 8601 timestamp")
    .option("--to <time>", "before this time")
    .option("--limit <n>", "how many alerts at most", wholeNumber, defaultLimit)
    .action(async (flags: Flags) => {
      const found = await onGateway(shell, flags, (gateway) => newest(gateway, flags));
      print(shell, flags, found, () =>
        table(["time", "kind", "about", "what", "state", "deliveries"], found.map(rowOf)),
      );
    });
  return examples(command, [
    "alerts",
    "alerts --state failed",
    "alerts --kind budget --subject key:7 --json",
  ]);
}

function newest(gateway: Portico, flags: Flags): Promise<Alert[]> {
  const query: { readonly [Name in keyof Query]: Query[Name] | undefined } = {
    kind: flags.kind,
    subject: flags.subject,
    workspace_id: flags.workspace,
    state: flags.state,
    from: flags.from,
    to: flags.to,
  };
  const given: Query = Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined),
  );
  return gateway.alerts.list({ ...given, limit: pageFor(flags.limit) }).toArray(flags.limit);
}

function rowOf(alert: Alert): Cell[] {
  return [
    alert.created_at,
    alert.kind,
    `${alert.subject} (${alert.subject_name})`,
    whatOf(alert),
    alert.state,
    alert.deliveries.map(deliveryOf).join("; "),
  ];
}

function whatOf(alert: Alert): string {
  const { kind, threshold_percent: percent, limit, spent, period, resolved_at: over } = alert;
  if (kind === "provider_down") return over === null ? "still down" : `answers since ${over}`;
  if (kind === "key_exposed") return String(alert.details["url"] ?? alert.details["source"] ?? "");
  const amounts = `$${spent} of $${limit} for ${period}`;
  if (kind === "limit_blocking") return `too little left for a request: ${amounts}`;
  return kind === "budget" ? `${percent} %: ${amounts}` : amounts;
}

/** `webhook waiting, 2 attempts: The webhook answered 503.` */
function deliveryOf({ channel, state, attempts, last_error: error }: Alert["deliveries"][number]) {
  const tried = attempts > 1 ? `, ${attempts} attempts` : "";
  return `${channel} ${state}${tried}${error === null ? "" : `: ${error}`}`;
}

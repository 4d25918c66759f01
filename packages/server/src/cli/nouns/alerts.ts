import type { Schema } from "@portico/contract";
import { alertKinds, alertStates } from "@portico/core/rules/alerts";
import { command } from "../shell/command.ts";
import { choice, flag, wholeNumber } from "../shell/inputs.ts";
import { pageFor } from "../shell/page-size.ts";
import { tableOf } from "../shell/table.ts";

type Alert = Schema<"Alert">;

export const alerts = command(
  "alerts",
  "show what people were notified of, newest first, and whether it has arrived",
  {
    takes: {
      kind: choice("--kind <kind>", "only alerts of this kind", alertKinds),
      subject: flag(
        "--subject <subject>",
        "for example key:7, budget:<id>, credits, provider:openai, canary:fast",
      ),
      workspace_id: flag("--workspace <id or slug>", "only alerts of one workspace"),
      state: choice(
        "--state <state>",
        "only alerts whose deliveries are in this state",
        alertStates,
      ),
      from: flag("--from <time>", "at or after this time, as an ISO 8601 timestamp"),
      to: flag("--to <time>", "before this time"),
      limit: flag("--limit <n>", "how many alerts at most", wholeNumber, 100),
    },
    remote: ({ alerts }, { limit, ...query }) =>
      alerts.list({ ...query, limit: pageFor(limit) }).toArray(limit),
    text: (alerts) =>
      tableOf(alerts, {
        time: "created_at",
        kind: "kind",
        about: ({ subject, subject_name: name }) => `${subject} (${name})`,
        what: whatOf,
        state: "state",
        deliveries: ({ deliveries }) => deliveries.map(deliveryOf).join("; "),
      }),
    examples: ["alerts", "alerts --state failed", "alerts --kind budget --subject key:7 --json"],
  },
);

function whatOf(alert: Alert): string {
  const { kind, threshold_percent: percent, limit, spent, period, resolved_at: over } = alert;
  if (kind === "provider_down") return over === null ? "still down" : `answers since ${over}`;
  if (kind === "canary_rolled_back")
    return `${alert.details["to"]} gets no requests: ${alert.details["reason"]}`;
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

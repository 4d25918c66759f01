import type { Schema } from "@portico/contract";
import { command } from "../shell/command.ts";
import { choice, flag, wholeNumber } from "../shell/inputs.ts";
import { pageFor } from "../shell/page-size.ts";
import { tableOf } from "../shell/table.ts";

type Event = Schema<"AuditEvent">;

export const audit = command("audit", "show who changed what, newest first", {
  takes: {
    from: flag("--from <time>", "at or after this time, as an ISO 8601 timestamp"),
    to: flag("--to <time>", "before this time"),
    actor_type: choice("--actor <type>", "who changed it", ["key", "local", "system"]),
    actor_key_id: flag(
      "--actor-key <id>",
      "the number of the key that made the change",
      wholeNumber,
    ),
    action: flag("--action <operation>", "for example deleteApiKey"),
    target_type: flag("--target-type <type>", "for example api_key, workspace, byok_credential"),
    target_id: flag("--target-id <id>", "the id of the changed thing; for an API key, its number"),
    workspace_id: flag("--workspace <id or slug>", "only changes in one workspace"),
    limit: flag("--limit <n>", "how many events at most", wholeNumber, 100),
  },
  remote: ({ audit }, { limit, ...query }) =>
    audit.list({ ...query, limit: pageFor(limit) }).toArray(limit),
  text: (events) =>
    tableOf(events, {
      time: "created_at",
      who: ({ actor }) => whoOf(actor),
      action: "action",
      target: ({ target }) => `${target.type} ${target.id}`,
      change: changeOf,
      from: "client_ip",
      request: "request_id",
    }),
  examples: [
    "audit",
    "audit --action deleteApiKey --from 2026-11-01T00:00:00Z",
    "audit --target-type api_key --target-id 7 --json",
  ],
});

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

import type { Schema } from "@portico/client";
import { Time, Usd } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { LimitRing } from "../../parts/ring.tsx";
import type { Column } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";
import { ownLimitOf } from "./limits-of.ts";

/** Whether a key works now. */
function stateOf(
  { disabled, expires_at: at }: Pick<Schema<"ApiKey">, "disabled" | "expires_at">,
  now = Date.now(),
): "active" | "disabled" | "expired" {
  if (at !== null && Date.parse(at) <= now) return "expired";
  return disabled ? "disabled" : "active";
}

type Key = Schema<"ApiKey">;
const words = texts.keys;

export function columnsOf(workspaces: ReadonlyMap<string, string>): readonly Column<Key>[] {
  return [
    { title: words.name, width: 3, cell: (key) => <KeyName apiKey={key} /> },
    { title: words.label, width: 2, isMinor: true, cell: ({ label }) => <code>{label}</code> },
    {
      title: texts.parts.workspace,
      width: 1.5,
      isMinor: true,
      cell: ({ workspace_id: id }) => workspaces.get(id) ?? <code>{id.slice(0, 8)}</code>,
    },
    { title: words.left, width: 2, cell: (key) => <LimitCell apiKey={key} /> },
    {
      title: words.thisMonth,
      width: 1.6,
      align: "end",
      isMinor: true,
      cell: ({ usage_monthly: usage }) => <Usd amount={usage} isShort />,
    },
    {
      title: words.spentInAll,
      width: 1.6,
      align: "end",
      cell: ({ usage }) => <Usd amount={usage} isShort />,
    },
    {
      title: words.created,
      width: 1.8,
      align: "end",
      isMinor: true,
      cell: ({ created_at: at }) => <Time at={at} ago />,
    },
  ];
}

function KeyName({ apiKey }: { readonly apiKey: Key }) {
  return (
    <>
      {apiKey.name} <KeyBadges apiKey={apiKey} />
    </>
  );
}

/** What is out of the ordinary about a key. */
export function KeyBadges({ apiKey }: { readonly apiKey: Key }) {
  const state = stateOf(apiKey);
  return (
    <>
      {apiKey.exposed_at !== null && <Badge tone="bad">{words.states.exposed}</Badge>}{" "}
      {state !== "active" && <Badge tone="warning">{words.states[state]}</Badge>}{" "}
      {apiKey.is_foreign === true && <Badge tone="info">{words.states.foreign}</Badge>}{" "}
      {apiKey.kind === "management" && <Badge tone="info">{words.kinds.management}</Badge>}
    </>
  );
}

function LimitCell({ apiKey }: { readonly apiKey: Key }) {
  const limit = ownLimitOf(apiKey);
  if (limit === null) return <span className="none">{words.noLimit}</span>;
  return (
    <span className="limit-cell">
      <LimitRing {...limit} size={22} /> <Usd amount={limit.remaining} isShort />
    </span>
  );
}

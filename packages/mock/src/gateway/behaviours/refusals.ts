import type { Input, Schema } from "@portico/contract/facts";
import { absent } from "@portico/core/failures";
import { grouped } from "@portico/core/json/grouped";
import { hourMs } from "@portico/core/rules/calendar";
import { fromIso } from "@portico/core/rules/dates";
import { acting } from "../world/acting.ts";
import type { WorldData } from "../world/data.ts";
import { findKey } from "../world/keys.ts";
import { pageOf } from "../world/page.ts";
import { inWorkspace } from "../world/workspaces.ts";

type Query = Input<"listRefusals">["query"];
type Refusal = Schema<"Refusal">;

/** What the world was made with: its own refusals are not counted. */
export const listRefusals = acting<"listRefusals">(200, ({ query, caller, world: { data } }) => {
  const own = caller.row?.record.id ?? null;
  const wanted = query.api_key_hash && findKey(data, query.api_key_hash).record.id;
  if (caller.kind !== "management" && wanted !== undefined && wanted !== own)
    throw absent("API key", query.api_key_hash ?? "");
  const keyId = caller.kind === "management" ? wanted : own;
  const meant = refusalsIn(data, query).filter(
    (one) => keyId === undefined || one.api_key_id === keyId,
  );
  return { ...pageOf(meant, "/refusals", query), totals: refusedSums(meant) };
});

/** Newest hour first. */
export function refusalsIn(data: WorldData, query: Omit<Query, "limit" | "offset">): Refusal[] {
  const from = query.from === undefined ? 0 : fromIso(query.from, "from");
  const to = query.to === undefined ? Number.POSITIVE_INFINITY : fromIso(query.to, "to");
  const isIn = inWorkspace(data, query.workspace_id);
  return (data.refusals ?? [])
    .filter((one) => Date.parse(one.hour) + hourMs > from && Date.parse(one.hour) < to)
    .filter((one) => isIn(one) && (query.model ?? one.model) === one.model)
    .filter((one) => (query.reason ?? one.reason) === one.reason)
    .toSorted((one, other) => Date.parse(other.last_at) - Date.parse(one.last_at));
}

export function refusedSums(refusals: readonly Refusal[]): Schema<"RefusalTotals"> {
  const byReason = grouped(refusals, ({ reason }) => reason);
  const countOf = (some: readonly Refusal[]) => some.reduce((sum, one) => sum + one.requests, 0);
  return {
    refused_requests: countOf(refusals),
    refused_by_reason: Object.fromEntries(
      [...byReason].map(([reason, some]) => [reason, countOf(some)]),
    ),
  };
}

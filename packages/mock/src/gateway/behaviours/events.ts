import { fromIso } from "@portico/core/rules/dates";
import { acting } from "../world/acting.ts";
import { pageOf } from "../world/page.ts";
import { inWorkspaceOrGone } from "../world/workspaces.ts";

/** The newest first. */
export const listAlerts = acting<"listAlerts">(200, ({ query, world: { data } }) => {
  const isMeant = periodOf(query);
  const isIn = inWorkspaceOrGone(data, query.workspace_id);
  const meant = data.alerts
    .filter((alert) => isMeant(alert.created_at) && isIn(alert))
    .filter((alert) => fits(query.kind, alert.kind) && fits(query.subject, alert.subject))
    .filter((alert) => fits(query.state, alert.state));
  const newest = meant.toReversed();
  const sorted = newest.toSorted(
    (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
  );
  return pageOf(sorted, "/alerts", query);
});

/** The newest first. */
export const listAuditEvents = acting<"listAuditEvents">(200, ({ query, world: { data } }) => {
  const isMeant = periodOf(query);
  const isIn = inWorkspaceOrGone(data, query.workspace_id);
  const meant = data.audit
    .filter((event) => isMeant(event.created_at) && isIn(event))
    .filter(({ actor }) => fits(query.actor_type, actor.type))
    .filter(({ actor }) => fits(query.actor_key_id, actor.key_id))
    .filter(({ target }) => fits(query.target_type, target.type))
    .filter(({ target }) => fits(query.target_id, target.id))
    .filter(({ action }) => fits(query.action, action));
  return pageOf(meant.toReversed(), "/audit", query);
});

interface Period {
  readonly from?: string;
  readonly to?: string;
}

function periodOf(query: Period): (iso: string) => boolean {
  const from = query.from === undefined ? 0 : fromIso(query.from, "from");
  const to = query.to === undefined ? Number.POSITIVE_INFINITY : fromIso(query.to, "to");
  return (iso) => Date.parse(iso) >= from && Date.parse(iso) < to;
}

function fits(wanted: unknown, value: unknown): boolean {
  return wanted === undefined || wanted === value;
}

import { fromIso } from "@portico/core/rules/dates";
import { acting } from "../world/acting.ts";
import { pageOf } from "../world/page.ts";
import { inWorkspaceOrGone } from "../world/workspaces.ts";

/** The newest first. */
export const listAlerts = acting<"listAlerts">(200, ({ query, world: { data } }) => {
  const from = query.from === undefined ? 0 : fromIso(query.from, "from");
  const to = query.to === undefined ? Number.POSITIVE_INFINITY : fromIso(query.to, "to");
  const isIn = inWorkspaceOrGone(data, query.workspace_id);
  const fits = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;
  const meant = data.alerts
    .filter((alert) => Date.parse(alert.created_at) >= from && Date.parse(alert.created_at) < to)
    .filter((alert) => fits(query.kind, alert.kind) && fits(query.subject, alert.subject))
    .filter((alert) => fits(query.state, alert.state) && isIn(alert));
  const newest = meant.toReversed();
  const sorted = newest.toSorted(
    (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
  );
  return pageOf(sorted, "/alerts", query);
});

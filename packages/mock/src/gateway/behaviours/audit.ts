import { fromIso } from "@portico/core/rules/dates";
import { acting } from "../world/acting.ts";
import { pageOf } from "../world/page.ts";
import { inWorkspaceOrGone } from "../world/workspaces.ts";

/** The newest first. */
export const listAuditEvents = acting<"listAuditEvents">(200, ({ query, world: { data } }) => {
  const from = query.from === undefined ? 0 : fromIso(query.from, "from");
  const to = query.to === undefined ? Number.POSITIVE_INFINITY : fromIso(query.to, "to");
  const isIn = inWorkspaceOrGone(data, query.workspace_id);
  const fits = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;
  const meant = data.audit
    .filter((event) => Date.parse(event.created_at) >= from && Date.parse(event.created_at) < to)
    .filter(({ actor }) => fits(query.actor_type, actor.type))
    .filter(({ actor }) => fits(query.actor_key_id, actor.key_id))
    .filter(({ target }) => fits(query.target_type, target.type))
    .filter(({ target }) => fits(query.target_id, target.id))
    .filter((event) => fits(query.action, event.action) && isIn(event));
  return pageOf(meant.toReversed(), "/audit", query);
});

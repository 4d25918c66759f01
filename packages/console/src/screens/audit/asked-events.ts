import { endOfDay, startOfDay } from "../../parts/day.ts";
import { given } from "../../parts/given.ts";
import type { AuditSearch } from "./search.ts";

/** What the gateway is asked for what stands in the address. */
export function askedEvents(search: AuditSearch, zone: string) {
  const { from, to, actor, actor_key, action, target, target_id, workspace } = search;
  return given({
    from: from === undefined ? undefined : startOfDay(from, zone).toISOString(),
    to: to === undefined ? undefined : endOfDay(to, zone).toISOString(),
    actor_type: actor,
    actor_key_id: actor_key,
    action,
    target_type: target,
    target_id,
    workspace_id: workspace,
  });
}

import { endOfDay, startOfDay } from "../../parts/day.ts";
import { given } from "../../parts/given.ts";
import type { AuditSearch } from "../searches.ts";

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

type Facts = Readonly<Record<string, unknown>> | null;

interface Change {
  readonly field: string;
  /** Null where the field was not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What an event says about each field, in the order in which the gateway names them. */
export function changesOf(before: Facts, after: Facts): readonly Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => ({
    field,
    before: written(before, field),
    after: written(after, field),
  }));
}

function written(facts: Facts, field: string): string | null {
  if (facts === null || !Object.hasOwn(facts, field)) return null;
  const value = facts[field];
  if (typeof value === "string") return value;
  return JSON.stringify(value, null, Array.isArray(value) ? 0 : 2) ?? null;
}

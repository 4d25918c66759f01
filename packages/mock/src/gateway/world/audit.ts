import type { Schema } from "@portico/contract/facts";
import { toIso } from "@portico/core/rules/dates";
import type { Caller } from "./callers.ts";
import { nowOf } from "./now.ts";
import type { World } from "./world.ts";

type Facts = Readonly<Record<string, unknown>>;

/** Who changes something, and by which request. */
export interface Change {
  readonly world: World;
  readonly caller: Caller;
  readonly action: string;
  readonly requestId: string;
}

export interface AuditedChange {
  readonly target: Schema<"AuditEvent">["target"];
  readonly workspaceId: string | null;
  /** Null if the target did not exist before, or does not exist afterwards. */
  readonly before: Facts | null;
  readonly after: Facts | null;
}

/** Writes one row of the audit log, for an update with the changed facts alone. */
export function recordChange(
  { world, caller, action, requestId }: Change,
  change: AuditedChange,
): void {
  const { before, after } = change;
  const { audit } = world.data;
  audit.push({
    id: (audit.at(-1)?.id ?? 0) + 1,
    created_at: toIso(nowOf(world.data)),
    action,
    actor: partyOf(caller),
    target: change.target,
    workspace_id: change.workspaceId,
    before: before && after ? differing(before, after) : before && { ...before },
    after: before && after ? differing(after, before) : after && { ...after },
    client_ip: null,
    request_id: requestId,
  });
  world.touch();
}

function partyOf({ row, kind, session }: Caller): Schema<"AuditActor"> {
  const person = row === null ? session?.record : undefined;
  const session_id = session?.record.id ?? null;
  if (person !== undefined) {
    const { name, subject } = person;
    return { type: "user", key_id: null, key_kind: null, name, subject, session_id };
  }
  const { id: key_id = null, name = null } = row?.record ?? {};
  return { type: "key", key_id, key_kind: kind, name, subject: null, session_id };
}

function differing(facts: Facts, others: Facts): Record<string, unknown> {
  const differs = (name: string) => JSON.stringify(facts[name]) !== JSON.stringify(others[name]);
  return Object.fromEntries(Object.entries(facts).filter(([name]) => differs(name)));
}

/** Those of a record's fields that the log has. */
export function pickFacts(record: object, names: readonly string[]): Facts {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(record, name) ?? null]));
}

/** The value of `created_by` if the caller names none. */
export function creatorOf({ row, session }: Caller): string {
  return row === null ? (session?.record.subject ?? "system") : `key:${row.record.id}`;
}

import { day, moment, numericId, oneOf, searchOf, text } from "../../parts/search.ts";

export const actorTypes = ["key", "user", "local", "system"] as const;

/** What the address of this screen holds. Days are days of the reader's zone. */
export const auditSearch = searchOf({
  from: day,
  to: day,
  actor: oneOf(actorTypes),
  /** The numeric id of the key that made the change. */
  actor_key: numericId,
  action: text,
  target: text,
  target_id: text,
  workspace: text,
  /** The event in the drawer, and when it was made, by which it is found again. */
  event: numericId,
  at: moment,
});
export type AuditSearch = ReturnType<typeof auditSearch>;

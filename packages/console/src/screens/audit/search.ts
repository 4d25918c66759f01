import * as z from "zod/mini";
import { isDay } from "../../parts/day.ts";

const text = z.catch(z.optional(z.string()), undefined);
const day = z.catch(z.optional(z.string().check(z.refine(isDay))), undefined);

export const actorTypes = ["key", "user", "local", "system"] as const;

/** What the address of this screen holds. Days are days of the reader's zone. */
export const auditSearch = z.object({
  from: day,
  to: day,
  actor: z.catch(z.optional(z.enum(actorTypes)), undefined),
  /** The numeric id of the key that made the change. */
  actor_key: z.catch(z.optional(z.coerce.number().check(z.int(), z.positive())), undefined),
  action: text,
  target: text,
  target_id: text,
  workspace: text,
  /** The event in the drawer, and when it was made, by which it is found again. */
  event: z.catch(z.optional(z.coerce.number().check(z.int(), z.positive())), undefined),
  at: z.catch(z.optional(z.iso.datetime()), undefined),
});
export type AuditSearch = z.infer<typeof auditSearch>;

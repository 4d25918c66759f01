import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);

/** What the address of this screen holds. A budget and an alert are named by their ids. */
export const budgetsSearch = z.object({
  tab: z.catch(z.optional(z.enum(["budgets", "alerts"])), undefined),
  budget: text,
  alert: text,
  workspace: text,
  kind: z.catch(
    z.optional(z.enum(["budget", "unbilled", "provider_down", "key_exposed"])),
    undefined,
  ),
  state: z.catch(z.optional(z.enum(["waiting", "sent", "failed", "unsent"])), undefined),
  subject: text,
});

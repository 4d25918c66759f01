import * as z from "zod/mini";
import { isDay } from "../../parts/day.ts";

const day = z.catch(z.optional(z.string().check(z.refine(isDay))), undefined);

export const ledgerTabs = ["holds", "grants"] as const;

/** What the address of this screen holds. Days are days in UTC: by those the gateway books. */
export const ledgerSearch = z.object({
  from: day,
  to: day,
  tab: z.catch(z.optional(z.enum(ledgerTabs)), undefined),
});
export type LedgerSearch = z.infer<typeof ledgerSearch>;

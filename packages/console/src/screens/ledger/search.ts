import { day, flag, oneOf, searchOf } from "../../parts/search.ts";

export const ledgerTabs = ["holds", "grants"] as const;

/** What the address of this screen holds. Days are days in UTC: by those the gateway books. */
export const ledgerSearch = searchOf({
  from: day,
  /** Opens the form: the palette leads there. */
  grant: flag,
  to: day,
  tab: oneOf(ledgerTabs),
});
export type LedgerSearch = ReturnType<typeof ledgerSearch>;

import type { Flag } from "../flag.ts";
import type { CountedState } from "../ports/ledger.ts";

/** The ledger summed up by the day of the charge and by state. Days stay when their requests are pruned. */
export interface LedgerDaysTable {
  organisation_id: string;
  day: number;
  state: CountedState;
  uses_credits: Flag;
  requests: number;
  held_nanousd: number;
  charged_nanousd: number;
  unbilled_nanousd: number;
  refunded_nanousd: number;
}

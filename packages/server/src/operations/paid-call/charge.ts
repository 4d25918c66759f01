import type { Cost } from "@portico/core/answer/cost";
import {
  addCosts,
  type BilledUsage,
  type CostParts,
  costOf,
  noCost,
  totalNanousd,
} from "../../money/cost.ts";
import type { Candidate } from "../../routing/catalog.ts";
import type { CostDetails } from "../../store/ports/generation.ts";
import type { Context } from "../operation.ts";
import type { Admitted, Plan } from "./admit.ts";

/** The usage of an attempt, which its upstream bills whether or not its answer was used. */
export interface Billed {
  readonly candidate: Candidate;
  /** Its line in `attempts`. */
  readonly place: number;
  readonly usage: BilledUsage;
  /** Counted by the gateway, at least in part, because the upstream did not send the count. */
  readonly isEstimated: boolean;
}

/** What a request costs. The parts less the discount are what is charged and what is not billed. */
export interface Charge {
  /** Never more than the hold. */
  readonly chargedNanousd: number;
  readonly unbilledNanousd: number;
  readonly parts: CostDetails;
}

/** What one attempt costs. */
interface Bill {
  /** What its provider asks. */
  readonly asked: CostParts;
  readonly parts: CostParts;
  readonly discountNanousd: number;
  /** What the provider asks of the owner of the credential; null where the gateway pays. */
  readonly upstreamNanousd: number | null;
  readonly costNanousd: number;
}

export interface Charged {
  /** One for each billed attempt. */
  readonly bills: readonly Bill[];
  /** All attempts together. */
  readonly costNanousd: number;
  readonly charge: Charge;
}

/** The charge for the attempts of a request. */
export function chargeOf(
  { gateway }: Pick<Context, "gateway">,
  { hold, workspace }: Admitted<Plan>,
  billed: readonly Billed[],
): Charged {
  const isDiscounted = workspace.settings.isDataDiscountLoggingEnabled;
  const percent = isDiscounted ? gateway.configuration.dataDiscountPercent : 0;
  const bills = billed.map((one) => billOf(one, percent));
  const parts = bills.map((bill) => bill.parts).reduce(addCosts, noCost);
  const total = totalNanousd(parts);
  const discount = Math.min(sum(bills.map((bill) => bill.discountNanousd)), total);
  const costNanousd = total - discount;
  const chargedNanousd = Math.min(costNanousd, hold.heldNanousd);
  const owed = bills.flatMap((bill) => bill.upstreamNanousd ?? []);
  const charge = {
    chargedNanousd,
    unbilledNanousd: costNanousd - chargedNanousd,
    parts: { ...parts, discount, upstream: owed.length === 0 ? null : sum(owed) },
  };
  return { bills, costNanousd, charge };
}

/** The charge as replies show it, with what the provider of the last bill asks: it has served. */
export function shownCost({ bills, charge }: Charged): Cost {
  const { chargedNanousd, unbilledNanousd, parts } = charge;
  const last = bills.at(-1);
  const { input, output, cacheRead, cacheWrite } = last?.asked ?? noCost;
  return {
    chargedNanousd,
    details: {
      ...parts,
      unbilledNanousd,
      isByok: last !== undefined && last.upstreamNanousd !== null,
      servedInputNanousd: input + cacheRead + cacheWrite,
      servedOutputNanousd: output,
    },
  };
}

function billOf({ candidate, usage }: Billed, discountPercent: number): Bill {
  const asked = costOf(candidate.endpoint.price, usage);
  const full = totalNanousd(asked);
  // With the workspace's own credential, the provider bills the workspace.
  if (candidate.byok)
    return { asked, parts: noCost, discountNanousd: 0, upstreamNanousd: full, costNanousd: 0 };
  const discountNanousd = Math.floor((full * discountPercent) / 100);
  const costNanousd = full - discountNanousd;
  return { asked, parts: asked, discountNanousd, upstreamNanousd: null, costNanousd };
}

/** Larger than any real amount, and every store keeps it exactly. */
function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((all, amount) => all + amount, 0);
  return Math.min(total, Number.MAX_SAFE_INTEGER);
}

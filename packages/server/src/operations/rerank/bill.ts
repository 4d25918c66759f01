import type { RerankUsage } from "../../model-call/rerank-call.ts";
import type { BilledUsage } from "../../money/cost.ts";
import type { RerankServed } from "../../routing/attempt.ts";
import type { UnansweredAttempt } from "../../routing/attempt-failed.ts";
import type { Candidate } from "../../routing/catalog.ts";
import type { Billed } from "../paid-call/charge.ts";
import { estimateCounts, type Measured, mostCounts, type RerankCounts } from "./measure.ts";

/** The part of a request that its bill depends on. */
export interface Billable {
  readonly measured: Measured;
  readonly tokensPerDocument: number | undefined;
}

/** The bill of the attempt that served. */
export function billServed(billable: Billable, served: RerankServed): Billed {
  const { candidate, attempts, result } = served;
  return { candidate, place: attempts.length - 1, ...usedOf(billable, candidate, result.usage) };
}

/** The bills of the attempts without a ranking that upstreams processed and did not refuse. */
export function billLost(
  billable: Billable,
  lost: readonly UnansweredAttempt[],
): readonly Billed[] {
  return lost.flatMap(({ candidate, place, error }) => {
    const usage = error.rerankUsage;
    return usage === undefined ? [] : [{ candidate, place, ...usedOf(billable, candidate, usage) }];
  });
}

/**
 * What the upstream counted. A count that its price needs and that it did not send is estimated; one that is more than
 * its bound and the contexts of all documents is a mistake, and would spoil all sums.
 */
function usedOf(
  { measured, tokensPerDocument }: Billable,
  { endpoint: { price, contextLength } }: Candidate,
  { inputTokens, searchUnits }: RerankUsage,
): { readonly usage: BilledUsage; readonly isEstimated: boolean } {
  const isBySearch = (price.searchUnitNanousd ?? 0) > 0;
  const lacksUnits = isBySearch && searchUnits === undefined;
  const lacksTokens = inputTokens === undefined && !(isBySearch && price.inputPicousd === 0);
  const isEstimated = lacksUnits || lacksTokens;
  const estimate = isEstimated ? estimateCounts(measured, tokensPerDocument) : null;
  const units = searchUnits ?? (lacksUnits ? estimate?.searchUnits : undefined);
  const tokens = inputTokens ?? (lacksTokens ? estimate?.inputTokens : undefined) ?? 0;
  const contexts = measured.documentBytes.length * contextLength;
  const atMost = (count: number, name: keyof RerankCounts) =>
    count <= contexts
      ? count
      : Math.min(count, Math.max(contexts, mostCounts(measured, tokensPerDocument)[name]));
  return {
    usage: {
      inputTokens: atMost(tokens, "inputTokens"),
      outputTokens: 0,
      ...(units !== undefined && {
        searchUnits: atMost(units, "searchUnits"),
      }),
    },
    isEstimated,
  };
}

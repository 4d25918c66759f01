import { Answer } from "@portico/core/answer/answer";
import type { TokenUsage } from "@portico/core/model-call/parts";
import { pricedTier } from "../../money/rates.ts";
import type { UnansweredAttempt } from "../../routing/attempt-failed.ts";
import type { Candidate } from "../../routing/catalog.ts";
import type { Billed } from "../paid-call/charge.ts";
import { type AskedModel, askedFor, type GenerateRequest } from "./asked.ts";
import { finalUsage } from "./final-usage.ts";
import { longestOutput } from "./plan-models.ts";
import { type Held, outputLimit } from "./planning.ts";

type BilledAttempt = Pick<Billed, "candidate" | "place">;
type AnswerBill = Billed & { readonly usage: TokenUsage };

/** The bill of an attempt whose answer has begun. */
export function billAnswer(
  asked: GenerateRequest,
  { candidate, place }: BilledAttempt,
  answer: Answer,
  unreadBytes = 0,
): AnswerBill | Promise<AnswerBill> {
  const { call, bound } = askedFor(asked, candidate);
  const { tokenBound, price } = candidate.endpoint;
  const bill = ({ usage, isEstimated }: Awaited<ReturnType<typeof finalUsage>>): AnswerBill => {
    const most = capped(usage, mostTokens(candidate, bound));
    const inItsTier = inTier(most, pricedTier(price, call.serviceTier));
    return { candidate, place, usage: { ...inItsTier, images: bound.images ?? 0 }, isEstimated };
  };
  const counted = finalUsage({ answer, asked: call, tokenBound, unreadBytes });
  return counted instanceof Promise ? counted.then(bill) : bill(counted);
}

/** No request to a model uses more: what an upstream says beyond that is a mistake, and would spoil all sums. */
function mostTokens(candidate: Candidate, { hosted }: AskedModel["bound"]): number {
  const { contextLength, searchCalls = 1 } = candidate.endpoint;
  return (searchCalls + (hosted?.calls ?? 0)) * (contextLength + longestOutput(candidate));
}

function capped(usage: TokenUsage, most: number): TokenUsage {
  const { billed } = usage;
  const counts = [usage.inputTokens, usage.outputTokens, billed?.inputTokens, billed?.outputTokens];
  if (counts.every((count = 0) => count <= most)) return usage;
  const least = (count: number) => Math.min(count, most);
  return {
    ...usage,
    inputTokens: least(usage.inputTokens),
    outputTokens: least(usage.outputTokens),
    ...(billed && {
      billed: {
        inputTokens: least(billed.inputTokens),
        outputTokens: least(billed.outputTokens),
      },
    }),
  };
}

/** An upstream that does not name its tier is assumed to have served in the requested one. */
function inTier(usage: TokenUsage, asked: string | undefined): TokenUsage {
  return usage.serviceTier !== undefined || asked === undefined
    ? usage
    : { ...usage, serviceTier: asked };
}

/**
 * The bills of the attempts without an answer (docs/decisions/2026-11-22-who-pays.md): of those that had written
 * output or reported usage, and of those that we left after the whole question was sent. An attempt that failed by
 * itself before any output has no bill, because it is not known to have done any work.
 */
export async function billLost(
  asked: GenerateRequest,
  held: Held,
  lost: readonly UnansweredAttempt[],
  readings: ReadonlyMap<Candidate, Answer>,
): Promise<readonly Billed[]> {
  const billed: Billed[] = [];
  for (const one of lost) {
    const { candidate, place, error, isToldAtEnd } = one;
    const answer = readings.get(candidate) ?? new Answer();
    const { unreadBytes, wasLeft } = error;
    if (!(hasBegun(one, answer) || wasLeft)) continue;
    const bill = await billAnswer(asked, { candidate, place }, answer, unreadBytes);
    const isUntold = isToldAtEnd && wasLeft && unreadBytes === 0 && isSilent(answer);
    billed.push(isUntold ? asLongAsAllowed(bill, asked, held) : bill);
  }
  return billed;
}

/** The upstream had written something, or told what it used. */
export function hasBegun({ error }: UnansweredAttempt, answer: Answer | undefined): boolean {
  return answer?.hasCome === true || error.unreadBytes > 0;
}

/** Nothing but thoughts has come, and not all of them: the upstream has not ended its answer. */
export function isSilent({ isWhole, uncounted }: Answer): boolean {
  return !isWhole && uncounted.shown.parts === 0;
}

/** The upstream goes on writing, and the amount cannot be known; it is at most the limit. */
export function asLongAsAllowed<Bill extends Billed>(
  bill: Bill,
  asked: GenerateRequest,
  held: Held,
): Bill {
  const limit = outputLimit(asked, bill.candidate, held).tokens;
  const outputTokens = Math.max(bill.usage.outputTokens, limit);
  return { ...bill, usage: { ...bill.usage, outputTokens } };
}

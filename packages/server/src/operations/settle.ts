import type { AttemptFact } from "../model-call/attempt-fact.ts";
import { type BilledUsage, costNanousd } from "../money/price.ts";
import type { Candidate } from "../routing/candidate.ts";
import type { GenerationFacts } from "../store/ports/generation.ts";
import type { Admitted, Plan } from "./admit.ts";
import type { LoggedContent } from "./gateway.ts";
import type { Context } from "./operation.ts";

/** The usage of an attempt, which its upstream bills whether or not its answer was used. */
export interface Billed {
  readonly candidate: Candidate;
  /** Its line in `attempts`. */
  readonly place: number;
  readonly usage: BilledUsage;
  /** Counted by the gateway, at least in part, because the upstream did not send the count. */
  readonly isEstimated: boolean;
}

export interface Outcome {
  readonly operation: GenerationFacts["operation"];
  /** The requested model, named where no attempt was billed. */
  readonly model: string;
  readonly attempts: readonly AttemptFact[];
  /** In the order of the attempts; empty where no attempt was billed. */
  readonly billed: readonly Billed[];
  readonly isStreamed: boolean;
  readonly finishReason: string | null;
  readonly firstTokenMs: number | null;
  readonly status: number;
  readonly errorKind: string | null;
  /** For the workspaces that log content; called only where this request is logged. */
  readonly content?: () => LoggedContent;
}

/**
 * Turns the hold into its ledger row, durable when this resolves, and calls the observers. Resolves to the charged
 * amount in nanodollars: never more than the hold.
 */
export async function settle(
  context: Context,
  admitted: Admitted<Plan>,
  outcome: Outcome,
): Promise<number> {
  const { gateway } = context;
  const { hold, workspace, generationId } = admitted;
  const prices = outcome.billed.map((one) =>
    priceOf(one, admitted, gateway.configuration.dataDiscountPercent),
  );
  const costNanousd = sum(prices.map((price) => price.costNanousd));
  const facts = factsOf(
    context,
    admitted,
    outcome,
    sum(prices.map((price) => price.discountNanousd)),
  );
  const state = outcome.billed.length === 0 ? "released" : "settled";
  const billed = outcome.billed.map((one, index) =>
    toBilledAttempt(one, prices[index]?.costNanousd ?? 0),
  );
  await gateway.admission.settle(hold, {
    state,
    costNanousd,
    facts,
    ...(billed.length > 1 && { billed }),
  });
  const chargedNanousd = Math.min(costNanousd, hold.heldNanousd);
  const done = {
    generationId,
    requestId: context.requestId,
    caller: context.caller,
    workspace: workspace.settings,
    facts,
    costNanousd,
    unbilledNanousd: costNanousd - chargedNanousd,
    startedAtMs: context.receivedAtMs,
    content: outcome.content,
  };
  gateway.observer.generation(done);
  context.booked(done);
  return chargedNanousd;
}

/** Larger than any real amount, and every store keeps it exactly. */
function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((all, amount) => all + amount, 0);
  return Math.min(total, Number.MAX_SAFE_INTEGER);
}

/** A request as it arrived, for the workspaces that log content. */
export interface Said {
  readonly body: object;
  /** The caller's own name for its end user. */
  readonly user: string | null | undefined;
}

/** The request as it arrived, with its answer. */
export function loggedContent({ body, user }: Said, reply: string): LoggedContent {
  return { request: JSON.stringify(body), reply, endUser: user ?? null };
}

function priceOf({ candidate, usage }: Billed, { workspace }: Admitted<Plan>, percent: number) {
  // With the workspace's own credential, the provider bills the workspace.
  if (candidate.byok) return { costNanousd: 0, discountNanousd: 0 };
  const full = costNanousd(candidate.endpoint.price, usage);
  const isDiscounted = workspace.settings.isDataDiscountLoggingEnabled;
  const discountNanousd = isDiscounted ? Math.floor((full * percent) / 100) : 0;
  return { costNanousd: full - discountNanousd, discountNanousd };
}

function toBilledAttempt({ candidate, place, usage, isEstimated }: Billed, cost: number) {
  return {
    attempt: place,
    provider: candidate.endpoint.provider,
    upstreamModel: candidate.endpoint.upstreamModel,
    byok: candidate.byok,
    ...tokensOf(usage),
    estimated: isEstimated,
    costNanousd: cost,
  };
}

function tokensOf(usage: BilledUsage) {
  return {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedInputTokens: usage.cachedInputTokens ?? 0,
    reasoningTokens: usage.reasoningTokens ?? 0,
  };
}

const nothingUsed: BilledUsage = { inputTokens: 0, outputTokens: 0 };

function factsOf(
  context: Context,
  { subject }: Admitted<Plan>,
  outcome: Outcome,
  discountNanousd: number,
): GenerationFacts {
  // The provider that served, or the last one that failed.
  const last = outcome.billed.at(-1);
  const candidate = last?.candidate;
  return {
    operation: outcome.operation,
    model: candidate?.model.id ?? outcome.model,
    provider: candidate?.endpoint.provider ?? null,
    upstreamModel: candidate?.endpoint.upstreamModel ?? null,
    byok: candidate?.byok ?? false,
    streamed: outcome.isStreamed,
    ...tokensOf(last?.usage ?? nothingUsed),
    estimated: last?.isEstimated ?? false,
    finishReason: outcome.finishReason,
    status: outcome.status,
    errorKind: outcome.errorKind,
    discountNanousd,
    cost: null,
    price: null,
    endUser: subject.endUser,
    sessionId: subject.sessionId,
    latencyMs: Math.max(Date.now() - context.receivedAtMs, 0),
    firstTokenMs: outcome.firstTokenMs,
    attempts: outcome.attempts,
    appUrl: context.app.url,
    appTitle: context.app.title,
  };
}

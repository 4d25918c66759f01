import type { AttemptRecord } from "../../model-call/endpoint-facts.ts";
import type { BilledUsage } from "../../money/cost.ts";
import { priceName } from "../../money/price-origin.ts";
import type { GenerationFacts } from "../../store/ports/generation.ts";
import type { LoggedContent } from "../gateway.ts";
import type { Context } from "../operation.ts";
import type { Admitted, Plan } from "./admit.ts";
import { type Billed, type Charge, type Charged, chargeOf } from "./charge.ts";

export interface Outcome {
  readonly operation: GenerationFacts["operation"];
  /** The requested model, named where no attempt was billed. */
  readonly model: string;
  readonly attempts: readonly AttemptRecord[];
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

/** Turns the hold into its ledger row, durable when this resolves, and calls the observers. `charged` is for `outcome.billed`. */
export async function settle(
  context: Context,
  admitted: Admitted<Plan>,
  outcome: Outcome,
  charged: Charged = chargeOf(context, admitted, outcome.billed),
): Promise<void> {
  const { gateway } = context;
  const { hold, workspace, generationId } = admitted;
  const { bills, costNanousd, charge } = charged;
  const facts = factsOf(context, admitted, outcome, charge);
  const state = outcome.billed.length === 0 ? "released" : "settled";
  const settled = { state, costNanousd, facts } as const;
  const toBilled = (one: Billed, index: number) =>
    toBilledAttempt(one, bills[index]?.costNanousd ?? 0);
  await gateway.admission.settle(
    hold,
    // The facts of a single attempt are those of the request.
    bills.length > 1 ? { ...settled, billed: outcome.billed.map(toBilled) } : settled,
  );
  const done = {
    generationId,
    requestId: context.requestId,
    caller: context.caller,
    workspace: workspace.settings,
    facts,
    costNanousd,
    unbilledNanousd: charge.unbilledNanousd,
    startedAtMs: context.receivedAtMs,
    content: outcome.content,
  };
  gateway.observer.generation(done);
  context.booked(done);
}

/** Each attempt with what its provider bills beside tokens. */
function withToolCalls({ attempts, billed }: Outcome): Outcome["attempts"] {
  const called = billed.filter(({ usage }) => usage.toolCalls !== undefined);
  if (called.length === 0) return attempts;
  return attempts.map((attempt, place) => {
    const { toolCalls } = called.find((one) => one.place === place)?.usage ?? {};
    return toolCalls === undefined ? attempt : { ...attempt, toolCalls };
  });
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

/** The prices of all billed attempts, each once; null where none was billed. */
function priceNamesOf(billed: readonly Billed[]): string | null {
  const names = billed.map(({ candidate: { model, endpoint }, usage }) => {
    const { provider, price, priceOrigin } = endpoint;
    return priceName({ model: model.id, provider, price, origin: priceOrigin, usage });
  });
  return names.length === 0 ? null : [...new Set(names)].join(", ");
}

export const nothingUsed: BilledUsage = { inputTokens: 0, outputTokens: 0 };

function factsOf(
  context: Context,
  { subject }: Admitted<Plan>,
  outcome: Outcome,
  { parts }: Charge,
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
    discountNanousd: parts.discount,
    cost: parts,
    price: priceNamesOf(outcome.billed),
    configurationVersion: context.gateway.configuration.version,
    endUser: subject.endUser,
    sessionId: subject.sessionId,
    tags: subject.tags,
    latencyMs: Math.max(Date.now() - context.receivedAtMs, 0),
    firstTokenMs: outcome.firstTokenMs,
    attempts: withToolCalls(outcome),
    appUrl: context.app.url,
    appTitle: context.app.title,
  };
}

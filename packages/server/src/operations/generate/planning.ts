import type { RespondCall } from "@portico/core/model-call/respond-call";
import { affordableOutputTokens, worstCaseNanousd } from "../../money/price.ts";
import { pricedTier } from "../../money/rates.ts";
import type { Candidate, Endpoint, Model } from "../../routing/catalog.ts";
import type { Context } from "../operation.ts";
import type { Plan } from "../paid-call/admit.ts";
import { upstreamCall } from "../paid-call/upstream-call.ts";
import type { WorkspaceFacts } from "../paid-call/workspace-facts.ts";
import { askedFor, type GenerateRequest } from "./asked.ts";
import { leastInputTokens } from "./input-bound.ts";
import { paidToolsFor } from "./paid-tools.ts";
import { longestOutput, type ModelPlan, planModels } from "./plan-models.ts";

export interface ResponsePlan extends Plan {
  readonly candidates: readonly Candidate[];
  /** Of the canary, which comes first: asked where so much is held. Null where none is asked. */
  readonly canary: { readonly candidate: Candidate; readonly leastNanousd: number } | null;
  readonly charged: Held["charged"];
  readonly mostOutputTokens: Held["mostOutputTokens"];
  /** Those of the requested models that cannot serve this request: others may. */
  readonly unable: readonly Model[];
}

/**
 * A longer answer may take more than ten minutes, and connections without a byte are cut before that: it is asked for
 * as a stream. The number is that of Anthropic's libraries, which refuse to wait for more in one piece:
 * https://platform.claude.com/docs/en/api/errors (long requests)
 */
const longestWholeTokens = 21_333;

/** The shortest useful answer. A key that cannot pay for it is out of credits. */
const fewestOutputTokens = 16;

/**
 * The candidates and the worst case: up to the caller's limit, or, without one, as far as the key's money goes. With
 * several models, the hold is for the dearest, each with its own bounds. A canary is never why a request is refused.
 */
export function planResponse(
  context: Pick<Context, "gateway" | "caller">,
  asked: GenerateRequest,
  workspace: WorkspaceFacts,
): ResponsePlan {
  const refusal = asked.refusalBy(context.caller.rights);
  if (refusal !== null) throw refusal;
  const { able, unable, canary } = planModels(context, asked, workspace);
  const most = Math.max(...able.map((plan) => plan.mostOutputTokens));
  const fewest = asked.models[0].call.maxOutputTokens === undefined ? fewestOutputTokens : most;
  const worst = (tokens: number) => Math.max(...able.map((plan) => worstOf(plan, tokens)));
  const every = canary === null ? able : [canary, ...able];
  const dearest = canary === null ? 0 : worstOf(canary, most);
  const tokens = able.map((plan) => plan.asked.bound.inputTokens + plan.mostOutputTokens);
  return {
    candidates: able.flatMap(({ candidates }) => candidates),
    canary: canary === null ? null : { ...first(canary), leastNanousd: worstOf(canary, fewest) },
    charged: new Map(every.map(({ asked: { model }, charged }) => [model, charged])),
    mostOutputTokens: context.caller.rights.maxOutputTokens,
    unable,
    minimumNanousd: worst(fewest),
    desiredNanousd: Math.max(worst(most), dearest),
    cheaper: (availableNanousd) => cheaperResponse(asked, able, availableNanousd),
    leastHeld: () => ({
      nanousd: Math.min(...able.map(leastOf)),
      who: able.length === 1 ? "This model holds" : "These models hold",
    }),
    tokens: Math.max(...tokens),
    usesCredits: every.some(({ charged }) => charged.length > 0),
  };
}

/** One of its endpoints: after that, the usual model is asked. */
function first({ candidates: [candidate] }: ModelPlan): { readonly candidate: Candidate } {
  if (candidate === undefined) throw new RangeError("A planned model has a candidate.");
  return { candidate };
}

/** Those that the hold pays for, in the order in which they are asked. */
export function paidCandidates(
  { candidates, canary }: ResponsePlan,
  heldNanousd: number,
): readonly Candidate[] {
  if (canary === null || heldNanousd < canary.leastNanousd) return candidates;
  return [canary.candidate, ...candidates];
}

function worstOf({ asked, charged, mostOutputTokens }: ModelPlan, outputTokens: number): number {
  const maxOutputTokens = Math.min(outputTokens, mostOutputTokens);
  return worstCaseNanousd(charged, { ...asked.bound, maxOutputTokens });
}

/** What is held for the smallest request to a model. */
function leastOf({ asked: { bound }, charged }: ModelPlan): number {
  const { serviceTier } = bound;
  const costs = charged.map((endpoint) => {
    const least = { inputTokens: leastInputTokens(endpoint), maxOutputTokens: 1, serviceTier };
    return worstCaseNanousd([endpoint], least);
  });
  return Math.max(0, ...costs);
}

/** The number of output tokens that the money left pays for. With none, the input alone is too expensive. */
function cheaperResponse(
  { limitField, models: [{ call }] }: GenerateRequest,
  able: readonly ModelPlan[],
  availableNanousd: number,
): string {
  const tokens = Math.min(
    ...able.map(({ asked, charged }) =>
      affordableOutputTokens(charged, asked.bound, availableNanousd),
    ),
  );
  const verb = call.maxOutputTokens === undefined ? "Set" : "Lower";
  const hasTools = able.some(({ asked }) => asked.bound.hosted !== undefined);
  const input = hasTools
    ? "Allow fewer calls of the provider's tools (max_tool_calls, or max_uses of a tool)"
    : "Shorten the input";
  const advice = tokens < 1 ? input : `${verb} ${limitField} to ${tokens}`;
  return able.length === 1 ? advice : `${advice}, leave the dearest of the models out`;
}

export interface Held {
  readonly nanousd: number;
  /** Of each model that may serve, the endpoints that the key pays for. */
  readonly charged: ReadonlyMap<Model, readonly Endpoint[]>;
  /** The most that the key allows; null where it has no such right. */
  readonly mostOutputTokens: number | null;
}

interface OutputLimit {
  readonly tokens: number;
  /** Without a bound but the model's own, the upstream's default is used. */
  readonly isTold: boolean;
}

/** The output limit of a candidate: allowed by the caller and the key, and paid for by the hold. */
export function outputLimit(asked: GenerateRequest, candidate: Candidate, held: Held): OutputLimit {
  const ofModel = askedFor(asked, candidate);
  const { maxOutputTokens: wanted } = ofModel.call;
  const longest = longestOutput(candidate);
  const charged = held.charged.get(candidate.model) ?? [];
  const affordable = candidate.byok
    ? Number.POSITIVE_INFINITY
    : affordableOutputTokens(charged, ofModel.bound, held.nanousd);
  const most = Math.min(affordable, held.mostOutputTokens ?? longest);
  return {
    tokens: Math.max(Math.min(wanted ?? longest, longest, most), 1),
    isTold: wanted !== undefined || most < longest,
  };
}

/** Whether so much pays for the question and at least half of the answer that the candidate may give for the hold. */
export function paysFor(
  asked: GenerateRequest,
  candidate: Candidate,
  held: Held,
  nanousd: number,
): boolean {
  if (candidate.byok) return true;
  const charged = held.charged.get(candidate.model) ?? [];
  const { bound } = askedFor(asked, candidate);
  const affordable = affordableOutputTokens(charged, bound, nanousd);
  return affordable * 2 >= outputLimit(asked, candidate, held).tokens;
}

/** The call for one candidate. */
export function callFor(
  asked: GenerateRequest,
  candidate: Candidate,
  held: Held,
  workspace: WorkspaceFacts,
  context: Pick<Context, "requestId" | "traceparent">,
): RespondCall {
  const { call: whole } = askedFor(asked, candidate);
  const { maxOutputTokens: _, serviceTier: wantedTier, toolLimits: _limits, ...rest } = whole;
  const { compacts, ...call } = rest;
  const limit = outputLimit(asked, candidate, held);
  const serviceTier = pricedTier(candidate.endpoint.price, wantedTier);
  return {
    ...call,
    ...upstreamCall(candidate, workspace, context, call),
    ...paidToolsFor(whole, candidate),
    stream: call.stream || (limit.isTold && limit.tokens > longestWholeTokens),
    // A vendor's compaction takes no limit.
    ...(limit.isTold ? { maxOutputTokens: limit.tokens } : compacts && { compacts }),
    ...(serviceTier !== undefined && { serviceTier }),
  };
}

import { mostCalls, type PaidTools, paidKindsOf } from "@portico/core/model-call/paid-tools";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { UsageBound } from "../../money/price.ts";
import type { Candidate, Endpoint } from "../../routing/catalog.ts";
import type { Gateway } from "../gateway.ts";

/** The operator's limits for tools that run at a vendor. */
export interface ToolLimits {
  /** How often a request calls a tool that says no number itself. */
  readonly usualCalls: number;
  /** What one call adds to the input of the model's next call. */
  readonly resultTokens: number;
}

export interface ToolCall extends Pick<RespondCall, "passThrough"> {
  /** Of a request with tools that run at a vendor. */
  readonly toolLimits?: ToolLimits;
}

/** Undefined for a request without such tools. */
export function toolLimitsFor(
  { passThrough }: Pick<RespondCall, "passThrough">,
  { configuration: { limits } }: Pick<Gateway, "configuration">,
): ToolLimits | undefined {
  if (passThrough?.tools === undefined) return undefined;
  return { usualCalls: limits.hostedToolCalls, resultTokens: limits.hostedToolTokens };
}

/** What a candidate is sent of these tools with the operator's credential: those that it has a price for. */
export function paidToolsFor(
  { toolLimits }: Pick<ToolCall, "toolLimits">,
  { endpoint, byok }: Pick<Candidate, "endpoint" | "byok">,
): { readonly paidTools?: PaidTools } {
  const { tools } = endpoint.price;
  if (toolLimits === undefined || byok || tools === undefined) return {};
  return { paidTools: { kinds: new Set(tools.keys()), usualCalls: toolLimits.usualCalls } };
}

/**
 * The bound of a request with what its tools at the vendor may add. The model is called before each call of a tool and for
 * the answer, and reads all results so far: each call counts as input again, up to the context.
 */
export function withTools(
  { passThrough, toolLimits }: ToolCall,
  endpoints: readonly Endpoint[],
  bound: Omit<UsageBound, "maxOutputTokens">,
): Omit<UsageBound, "maxOutputTokens"> {
  if (passThrough === undefined || toolLimits === undefined) return bound;
  const { usualCalls, resultTokens } = toolLimits;
  const priced = new Set(endpoints.flatMap(({ price }) => [...(price.tools?.keys() ?? [])]));
  const paid = { kinds: priced, usualCalls };
  const calls = mostCalls(passThrough, paid);
  if (calls === 0) return bound;
  const contextLength = Math.max(...endpoints.map((endpoint) => endpoint.contextLength));
  const least = bound.inputTokens;
  const below = Math.min(calls, Math.floor((contextLength - least) / resultTokens));
  const growing = (below + 1) * least + ((below * (below + 1)) / 2) * resultTokens;
  const inputTokens = growing + (calls - below) * contextLength;
  return { ...bound, inputTokens, hosted: { kinds: paidKindsOf(passThrough, paid), calls } };
}

import type { ReadRequest } from "@portico/core/answer/wire";
import { GatewayError } from "../../errors.ts";
import type { Candidate } from "../../routing/catalog.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { Context } from "../operation.ts";
import { upstreamCall } from "../paid-call/upstream-call.ts";
import type { WorkspaceFacts } from "../paid-call/workspace-facts.ts";
import { askedOf, type GenerateRequest } from "./asked.ts";
import { planModel } from "./plan-models.ts";

/** How long a caller waits for a provider's count before it gets the gateway's own. */
const longestMs = 5_000;

export interface ProviderCount {
  readonly provider: string;
  /** Null where it was asked, and gave none. */
  readonly tokens: number | null;
}

/**
 * The count of the provider that would be asked for the answer; null where none may be asked for it. The request is judged as one
 * for an answer is, by the key's rights and by its guardrail, before anything leaves. It holds and costs nothing.
 */
export async function countAtProvider<Frame>(
  request: ReadRequest<Frame>,
  wire: Parameters<typeof askedOf<Frame>>[1],
  context: Context,
): Promise<ProviderCount | null> {
  const { gateway, caller } = context;
  // A count names no end user, and is refused to no key for that: it stays here.
  if (caller.rights.requiresEndUser && !request.call.user) return null;
  const asked = await askedOf(request, wire, context);
  const workspace = await gateway.workspaces.atLeast(caller.revision, caller);
  const candidate = firstOf(context, asked, workspace);
  const count = candidate && gateway.counterAt(candidate.endpoint);
  if (candidate === undefined || count === undefined) return null;
  const { provider } = candidate.endpoint;
  const { call } = asked.models[0];
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(longestMs)]);
  try {
    const asking = upstreamCall(candidate, workspace, context, call);
    const tokens = await count({ ...call, ...asking, stream: false }, signal);
    return tokens === null ? null : { provider, tokens };
  } catch (error) {
    if (!(error instanceof UpstreamError || signal.aborted)) throw error;
    return { provider, tokens: null };
  }
}

function firstOf(
  context: Context,
  asked: GenerateRequest,
  workspace: WorkspaceFacts,
): Candidate | undefined {
  try {
    return planModel(context, asked, asked.models[0], workspace).candidates[0];
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

import { refuseMissed } from "@portico/core/wires/messages/left-out-of";
import { GatewayError } from "../../errors.ts";
import { NoCandidate } from "../../routing/candidates.ts";
import type { Candidate, Endpoint, Model } from "../../routing/catalog.ts";
import type { Context } from "../operation.ts";
import { candidatesFor } from "../paid-call/candidates-for.ts";
import type { WorkspaceFacts } from "../paid-call/workspace-facts.ts";
import { type AskedModel, type GenerateRequest, leftOutBy } from "./asked.ts";

/** The candidates for one of a request's models. */
export interface ModelPlan {
  readonly asked: AskedModel;
  readonly candidates: readonly Candidate[];
  readonly charged: readonly Endpoint[];
  /** The caller's limit, the key's, or the model's, which is the lowest. */
  readonly mostOutputTokens: number;
}

export interface ModelPlans {
  /** In the order in which they are asked; never empty. */
  readonly able: readonly ModelPlan[];
  readonly unable: readonly Model[];
  /** Null where the request has none, or it cannot serve the request. */
  readonly canary: ModelPlan | null;
}

/** A model that cannot serve the request is passed over where another one can. Throws where none can. */
export function planModels(
  context: Pick<Context, "gateway" | "caller">,
  asked: GenerateRequest,
  workspace: WorkspaceFacts,
): ModelPlans {
  const able: ModelPlan[] = [];
  const unable: Model[] = [];
  const refusals: GatewayError[] = [];
  let canary: ModelPlan | null = null;
  for (const ofModel of asked.models)
    try {
      const plan = planModel(context, asked, ofModel, workspace);
      if (ofModel.model === asked.canary?.model) canary = plan;
      else able.push(plan);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      if (ofModel.model === asked.canary?.model) continue;
      unable.push(ofModel.model);
      refusals.push(error);
    }
  const [first, ...others] = refusals;
  if (able.length === 0 && first !== undefined) throw refusalOf(first, others);
  return { able, unable, canary };
}

export function planModel(
  context: Pick<Context, "gateway" | "caller">,
  { preferences, parameterNames, chance }: GenerateRequest,
  asked: AskedModel,
  workspace: WorkspaceFacts,
): ModelPlan {
  const { model, call, needs, links } = asked;
  const lacking = new Set<string>();
  const found = candidatesFor(context, workspace, {
    modelId: model.id,
    kind: "text",
    preferences,
    needs,
    links,
    parameters: parameterNames,
    serviceTier: call.serviceTier,
    chance,
  });
  const candidates = found.candidates.filter((candidate) => {
    const { missed } = leftOutBy(context.gateway, { models: [asked] }, candidate);
    for (const name of missed) lacking.add(name);
    return missed.length === 0;
  });
  if (candidates.length === 0) throw refuseMissed(lacking);
  const paid = new Set(candidates.filter(({ byok }) => !byok).map(({ endpoint }) => endpoint));
  const charged = found.charged.filter((endpoint) => paid.has(endpoint));
  const longest = Math.max(...candidates.map(longestOutput));
  const { maxOutputTokens: mostOfKey } = context.caller.rights;
  const mostOutputTokens = Math.min(call.maxOutputTokens ?? longest, mostOfKey ?? longest, longest);
  return { asked, candidates, charged, mostOutputTokens };
}

export function longestOutput({ model, endpoint }: Candidate): number {
  return endpoint.maxOutputTokens ?? model.maxOutputTokens ?? endpoint.contextLength;
}

/** All reasons in one. A credential of the workspace may help where one of them says so. */
function refusalOf(first: GatewayError, others: readonly GatewayError[]): GatewayError {
  const curable = [first, ...others].find((refusal) => refusal instanceof NoCandidate);
  if (others.length === 0 || curable === undefined) return first;
  return new NoCandidate(curable.kind, {
    message: [first, ...others].map(({ message }) => message).join(" "),
    ...(curable.metadata !== undefined && { metadata: curable.metadata }),
  });
}

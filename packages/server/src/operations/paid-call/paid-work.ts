import { endUserRefusal, modelRefusal } from "@portico/core/rules/call-rights";
import { type UsageBound, worstCaseNanousd } from "../../money/price.ts";
import { type CandidatesInput, findModel } from "../../routing/candidates.ts";
import type { Candidate, Model } from "../../routing/catalog.ts";
import type { Preferences } from "../../routing/preferences.ts";
import type { Context } from "../operation.ts";
import type { Plan } from "./admit.ts";
import { candidatesFor } from "./candidates-for.ts";
import { type RightsCheck, refuseByRights } from "./key-rights.ts";
import type { WorkspaceFacts } from "./workspace-facts.ts";

/** What every request that is answered whole says, in the gateway's own form. */
export interface PaidRequest {
  readonly body: object;
  readonly model: string;
  readonly user: string | undefined;
  readonly preferences: Preferences;
  /** The optional parameters that an upstream may or may not support. */
  readonly parameters: readonly string[];
}

/** What upstreams are asked for. */
export interface PaidWork extends Pick<CandidatesInput, "needs" | "links"> {
  readonly request: PaidRequest;
  readonly model: Model;
  /** The most that it can use; null where no upstream has to be asked. */
  readonly bound: UsageBound | null;
  /** Advice for a request that is too expensive. */
  readonly cheaper: string;
}

export interface PaidPlan extends Plan {
  readonly candidates: readonly Candidate[];
}

/** The requested model, if there is one of this kind that the key may use. */
export function paidModel(
  context: Context,
  request: PaidRequest,
  kind: Model["kind"],
): Model | Promise<Model> {
  const { catalog } = context.gateway;
  const model = findModel({ catalog, modelId: request.model, kind });
  return refuseByRights(context, refusalOf(request, model))?.then(() => model) ?? model;
}

function refusalOf({ model: alias, user }: PaidRequest, { id }: Model): RightsCheck {
  return (rights) =>
    modelRefusal(rights, [{ id, field: "model", alias }]) ?? endUserRefusal(rights, user, ["user"]);
}

/** The smallest request that there could be. */
const least = { inputTokens: 1, maxOutputTokens: 0, searchUnits: 1 };

/** The candidates and the worst case, which is known before they are asked. */
export function planOf(context: Context, work: PaidWork, workspace: WorkspaceFacts): PaidPlan {
  const { request, model, bound, needs, links, cheaper } = work;
  const refusal = refusalOf(request, model)(context.caller.rights);
  if (refusal !== null) throw refusal;
  const { candidates, charged } = candidatesFor(context, workspace, {
    modelId: request.model,
    kind: model.kind,
    preferences: request.preferences,
    needs,
    links,
    parameters: request.parameters,
  });
  const worst = bound === null ? 0 : worstCaseNanousd(charged, bound);
  return {
    candidates,
    minimumNanousd: worst,
    desiredNanousd: worst,
    cheaper: () => cheaper,
    leastHeld: () => ({ nanousd: worstCaseNanousd(charged, least), who: "This model holds" }),
    tokens: bound?.inputTokens ?? 0,
    usesCredits: charged.length > 0,
  };
}

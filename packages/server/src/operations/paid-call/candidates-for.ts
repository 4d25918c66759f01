import type { Caller } from "../../caller.ts";
import { type CandidatesInput, candidates } from "../../routing/candidates.ts";
import type { Candidate, Endpoint } from "../../routing/catalog.ts";
import type { RoutingCaller } from "../../routing/circuits.ts";
import type { Chance } from "../../routing/ranking.ts";
import type { Context } from "../operation.ts";
import type { WorkspaceFacts } from "./workspace-facts.ts";

/** The request's own wishes for its providers. */
type CandidateWishes = Pick<
  CandidatesInput,
  "modelId" | "kind" | "preferences" | "needs" | "links" | "parameters" | "serviceTier"
> & {
  /** Without it, each request is drawn independently. */
  readonly chance?: Chance;
};

export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** The endpoints that the key pays for. A credential of the workspace pays the provider: nothing is held for it. */
  readonly charged: readonly Endpoint[];
}

/** The candidates for a request, by the settings of the gateway and the caller's workspace. Throws as `candidates`. */
export function candidatesFor(
  { gateway, caller }: Pick<Context, "gateway" | "caller">,
  workspace: WorkspaceFacts,
  asked: CandidateWishes,
): Candidates {
  const { configuration } = gateway;
  const list = candidates({
    chance: Math.random,
    ...asked,
    rights: caller.rights,
    catalog: gateway.catalog,
    workspaceSort: workspace.settings.defaultProviderSort,
    health: gateway.health.seenBy(routingCallerOf(caller)),
    byokProviders: new Set(workspace.credentials.keys()),
    keylessProviders: configuration.keylessProviders,
    byokFallback: configuration.byok.fallback,
    linkRules: configuration.linkRules,
  });
  const charged = list.filter(({ byok }) => !byok).map(({ endpoint }) => endpoint);
  return { candidates: list, charged };
}

/** The caller's identity for routing. */
export function routingCallerOf({ keyHash, workspaceId }: Caller): RoutingCaller {
  return { key: keyHash, workspace: workspaceId };
}

import { hash } from "node:crypto";
import type { Call } from "@portico/core/model-call/call";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Candidate } from "../../routing/catalog.ts";
import type { Context } from "../operation.ts";
import type { WorkspaceFacts } from "./workspace-facts.ts";

type Named = Pick<RespondCall, "user" | "cacheKey">;
type CallerNames = { readonly [Name in keyof Named]: string | undefined };

/** The fields of every call, with the workspace's own credential for a candidate that needs one, else with names for ours. */
export function upstreamCall(
  { endpoint, byok }: Candidate,
  { credentials, settings }: WorkspaceFacts,
  context: Pick<Context, "requestId" | "traceparent">,
  names: CallerNames,
): Call & Named {
  const credential = byok ? credentials.get(endpoint.provider)?.() : undefined;
  const traceparent = context.traceparent(settings);
  return {
    model: endpoint.upstreamModel,
    requestId: context.requestId,
    ...(credential === undefined ? namesForUpstream(names, settings.id) : { credential }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/**
 * The names by which a vendor knows an end user and shares its cache, for requests with the operator's credential: to the vendor
 * all workspaces are one account. Equal names of two workspaces differ, so that one neither shares a cache with the other
 * nor is blamed for its users. Equal names of one workspace stay equal, on every node. The length of 64 is the most that
 * vendors take. https://platform.openai.com/docs/api-reference/responses/create
 */
export function namesForUpstream({ user, cacheKey }: CallerNames, workspaceId: string): Named {
  return {
    ...(user !== undefined && { user: digest(workspaceId, user) }),
    ...(cacheKey !== undefined && { cacheKey: digest(workspaceId, cacheKey) }),
  };
}

function digest(workspaceId: string, name: string): string {
  return hash("sha256", JSON.stringify(["upstream", workspaceId, name]), "hex");
}

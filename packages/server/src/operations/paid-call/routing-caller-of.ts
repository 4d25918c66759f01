import type { Caller } from "../../caller.ts";
import type { RoutingCaller } from "../../routing/circuits.ts";

/** The caller's identity for routing. */
export function routingCallerOf({ keyHash, workspaceId }: Caller): RoutingCaller {
  return { key: keyHash, workspace: workspaceId };
}

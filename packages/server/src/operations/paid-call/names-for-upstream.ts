import { hash } from "node:crypto";
import type { RespondCall } from "@portico/core/model-call/respond-call";

type Named = Pick<RespondCall, "user" | "cacheKey">;
type Asked = { readonly [Name in keyof Named]: string | undefined };

/**
 * The names by which a vendor knows an end user and shares its cache, for requests with the operator's credential: to the vendor
 * all workspaces are one account. Equal names of two workspaces differ, so that one neither shares a cache with the other
 * nor is blamed for its users. Equal names of one workspace stay equal, on every node. The length of 64 is the most that
 * vendors take. https://platform.openai.com/docs/api-reference/responses/create
 */
export function namesForUpstream({ user, cacheKey }: Asked, workspaceId: string): Named {
  return {
    ...(user !== undefined && { user: digest(workspaceId, user) }),
    ...(cacheKey !== undefined && { cacheKey: digest(workspaceId, cacheKey) }),
  };
}

function digest(workspaceId: string, name: string): string {
  return hash("sha256", JSON.stringify(["upstream", workspaceId, name]), "hex");
}

import type { Caller } from "../../caller.ts";
import { absent } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { found } from "../lists/found.ts";
import { workspaceFilter } from "../organisation/workspace-filter.ts";

interface OwnerQuery {
  readonly api_key_hash?: string;
  readonly workspace_id?: string;
}

/** Whose requests: a key that is not the caller's own does not exist for an ordinary key. */
export async function ownerOf(
  { api_key_hash: key, workspace_id: workspace }: OwnerQuery,
  gateway: Gateway,
  caller: Caller,
): Promise<{ readonly keyId?: number; readonly workspaceId?: string }> {
  const isManaging = caller.kind === "management";
  const record =
    key === undefined ? undefined : await gateway.store.keys.get(caller.organisationId, key);
  const keyId = record === undefined ? undefined : found(record, "API key", key ?? "").id;
  if (!isManaging && keyId !== undefined && keyId !== caller.keyId)
    throw absent("API key", key ?? "");
  const owner = await workspaceFilter(gateway, caller, workspace);
  const isOwn = owner.workspaceId === undefined || owner.workspaceId === caller.workspaceId;
  if (!(isManaging || isOwn)) throw absent("workspace", workspace ?? "");
  if (!isManaging) return { keyId: caller.keyId, ...owner };
  return { ...(keyId !== undefined && { keyId }), ...owner };
}

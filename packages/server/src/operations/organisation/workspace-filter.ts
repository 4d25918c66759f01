import type { Caller } from "../../caller.ts";
import type { Gateway } from "../gateway.ts";
import { found } from "../lists/lists.ts";

/** A `workspace_id` of a query, which may be a slug, as the store's filter. One that is not the caller's: 404. */
export async function workspaceFilter(
  gateway: Gateway,
  caller: Caller,
  idOrSlug: string | undefined,
): Promise<{ readonly workspaceId?: string }> {
  if (idOrSlug === undefined) return {};
  return { workspaceId: await workspaceIdOf(gateway, caller, idOrSlug) };
}

/** The workspace that a body names, or the key's own. */
export async function workspaceIdOf(
  gateway: Gateway,
  caller: Caller,
  idOrSlug: string | undefined,
): Promise<string> {
  if (idOrSlug === undefined) return caller.workspaceId;
  return found(
    await gateway.store.workspaces.get(caller.organisationId, idOrSlug),
    "workspace",
    idOrSlug,
  ).id;
}

/** The same for records that outlive their workspace: one that was deleted goes by its id. */
export async function workspaceOrGone(
  { store }: Gateway,
  { organisationId }: Caller,
  idOrSlug: string | undefined,
): Promise<{ readonly workspaceId?: string }> {
  if (idOrSlug === undefined) return {};
  const known = await store.workspaces.get(organisationId, idOrSlug);
  return { workspaceId: known?.id ?? idOrSlug.toLowerCase() };
}

import type { Schema } from "@portico/contract/facts";
import { absent } from "@portico/core/failures";
import type { Caller } from "./callers.ts";
import type { WorldData } from "./data.ts";

/** A workspace by its id or its slug. Ids come first, so that an id is never taken for a slug. */
export function findWorkspace({ workspaces }: WorldData, idOrSlug: string): Schema<"Workspace"> {
  const found =
    workspaces.find(({ id }) => id === idOrSlug.toLowerCase()) ??
    workspaces.find(({ slug }) => slug === idOrSlug);
  if (found === undefined) throw absent("workspace", idOrSlug);
  return found;
}

/** The workspace that a body or a query names, or the key's own. */
export function workspaceIdOf(
  data: WorldData,
  { workspaceId }: Caller,
  idOrSlug: string | undefined,
): string {
  return idOrSlug === undefined ? workspaceId : findWorkspace(data, idOrSlug).id;
}

/** For a list: everything where no workspace is named. */
export function inWorkspace(data: WorldData, idOrSlug: string | undefined) {
  const wanted = idOrSlug === undefined ? null : findWorkspace(data, idOrSlug).id;
  return ({ workspace_id: id }: { readonly workspace_id: string | null }): boolean =>
    wanted === null || id === wanted;
}

/** For records that outlive their workspace: one that was deleted goes by its id. */
export function inWorkspaceOrGone({ workspaces }: WorldData, idOrSlug: string | undefined) {
  const found = workspaces.find(
    ({ id, slug }) => id === idOrSlug?.toLowerCase() || slug === idOrSlug,
  );
  const wanted = found?.id ?? idOrSlug?.toLowerCase();
  return ({ workspace_id: id }: { readonly workspace_id: string | null }): boolean =>
    wanted === undefined || id === wanted;
}

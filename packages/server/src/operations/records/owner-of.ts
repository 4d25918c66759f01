import type { Caller } from "../../caller.ts";
import { absent } from "../../errors.ts";
import type { KeyRecord } from "../../store/ports/keys.ts";
import type { Gateway } from "../gateway.ts";
import { found } from "../lists/lists.ts";
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
  const asked = await keyFilter(gateway, caller, key);
  const { keyId } = asked;
  if (!isManaging && keyId !== undefined && keyId !== caller.keyId)
    throw absent("API key", key ?? "");
  const owner = await workspaceFilter(gateway, caller, workspace);
  const isOwn = owner.workspaceId === undefined || owner.workspaceId === caller.workspaceId;
  if (!(isManaging || isOwn)) throw absent("workspace", workspace ?? "");
  if (!isManaging) return { keyId: caller.keyId, ...owner };
  return { ...asked, ...owner };
}

/** An `api_key_hash` of a query as the store's filter. One that is not the organisation's: 404. */
export async function keyFilter(
  { store }: Gateway,
  { organisationId }: Caller,
  key: string | undefined,
): Promise<{ readonly keyId?: number }> {
  if (key === undefined) return {};
  return { keyId: found(await store.keys.get(organisationId, key), "API key", key).id };
}

/** The keys that some records name, by their numbers, each read once. Deleted ones are not in it. */
export async function keysOf(
  records: readonly { readonly keyId: number | null }[],
  { store }: Gateway,
  { organisationId }: Pick<Caller, "organisationId">,
): Promise<ReadonlyMap<number | null, KeyRecord>> {
  const ids = new Set(records.map(({ keyId }) => keyId));
  ids.delete(null);
  const keys = await Promise.all([...ids].map((id) => store.keys.get(organisationId, String(id))));
  return new Map(keys.flatMap((key) => (key === null ? [] : [[key.id, key]])));
}

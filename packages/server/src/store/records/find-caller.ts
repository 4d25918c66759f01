import type { FoundKey } from "../ports/keys.ts";
import type { Database, KeyRow, WorkspaceRow } from "../schema.ts";
import { type RightsRow, toKeyRights } from "./key-records.ts";
import { mayBeStored } from "./rows.ts";

/**
 * The key of a secret, by its hash: the present secret, or an earlier one. A rotation moves a hash from the first table
 * to the second in one transaction, so that a look-up in this order never misses it.
 */
export async function findByHash(database: Database, hash: string): Promise<FoundKey | null> {
  if (!mayBeStored(hash)) return null;
  const present = await database
    .selectFrom("keys as k")
    .innerJoin("workspaces as w", "w.id", "k.workspace_id")
    .select(columns)
    .where("k.hash", "=", hash)
    .executeTakeFirst();
  if (present !== undefined) return toFound(present, hash, null);
  const earlier = await database
    .selectFrom("key_secrets as s")
    .innerJoin("keys as k", "k.id", "s.key_id")
    .innerJoin("workspaces as w", "w.id", "k.workspace_id")
    .select([...columns, "s.until_ms"])
    .where("s.hash", "=", hash)
    .executeTakeFirst();
  return earlier === undefined ? null : toFound(earlier, hash, earlier.until_ms);
}

/** One statement reads the rights and the revision, so that they belong together. */
const columns = [
  "k.id",
  "k.hash",
  "k.kind",
  "k.organisation_id",
  "k.workspace_id",
  "k.deleted_at_ms",
  "k.disabled",
  "k.expires_at_ms",
  "k.allowed_models",
  "k.allowed_providers",
  "k.data_collection",
  "k.zero_data_retention",
  "k.requires_end_user",
  "k.max_output_tokens",
  "k.max_requests_in_flight",
  "k.allowed_networks",
  "k.scope",
  "w.revision",
] as const;

type Row = RightsRow &
  Pick<
    KeyRow,
    | "id"
    | "hash"
    | "kind"
    | "organisation_id"
    | "workspace_id"
    | "deleted_at_ms"
    | "disabled"
    | "expires_at_ms"
  > &
  Pick<WorkspaceRow, "revision">;

function toFound(row: Row, secretHash: string, secretExpiresAtMs: number | null): FoundKey {
  return {
    caller: {
      keyId: row.id,
      keyHash: row.hash,
      kind: row.kind,
      organisationId: row.organisation_id,
      workspaceId: row.workspace_id,
      secretHash,
      secretExpiresAtMs,
      rights: toKeyRights(row),
      revision: row.revision,
      session: null,
    },
    deleted: row.deleted_at_ms !== null,
    disabled: row.disabled === 1,
    expiresAtMs: row.expires_at_ms,
  };
}

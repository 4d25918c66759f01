import type { Columns } from "../fields.ts";
import { spentIn } from "../money/balance.ts";
import { rolledToNow } from "../money/bookings.ts";
import type { KeyRights } from "../ports/key-rights.ts";
import { type KeyRecord, numberIn } from "../ports/keys.ts";
import type { Database, KeyBalanceRow, KeyRow } from "../schema.ts";
import { mayBeStored } from "./rows.ts";

/** Existing keys, with what they have spent. */
export function joined(database: Database) {
  return database
    .selectFrom("keys as k")
    .innerJoin("key_balances as b", "b.key_id", "k.id")
    .where("k.deleted_at_ms", "is", null);
}

/** By number, or by the hash of its present or an earlier secret: a hash is never a safe integer. */
export async function findKey(
  database: Database,
  organisationId: string,
  id: string,
): Promise<KeyRecord | null> {
  if (!mayBeStored(id)) return null;
  const number = numberIn(id);
  const row = await joined(database)
    .selectAll()
    .where("k.organisation_id", "=", organisationId)
    .where((eb) => (number === null ? eb("k.hash", "=", id) : eb("k.id", "=", number)))
    .executeTakeFirst();
  if (row !== undefined) return toKeyRecord(row);
  return number === null ? await findByEarlierHash(database, organisationId, id) : null;
}

async function findByEarlierHash(
  database: Database,
  organisationId: string,
  hash: string,
): Promise<KeyRecord | null> {
  const row = await joined(database)
    .innerJoin("key_secrets as s", "s.key_id", "k.id")
    .selectAll(["k", "b"])
    .where("k.organisation_id", "=", organisationId)
    .where("s.hash", "=", hash)
    .executeTakeFirst();
  return row === undefined ? null : toKeyRecord(row);
}

export function toKeyRecord(row: KeyRow & KeyBalanceRow): KeyRecord {
  const now = rolledToNow(row, Date.now());
  return {
    id: row.id,
    hash: row.hash,
    label: row.label,
    name: row.name,
    kind: row.kind,
    workspaceId: row.workspace_id,
    disabled: row.disabled === 1,
    limitNanousd: row.limit_nanousd,
    limitReset: row.limit_reset,
    requestsPerMinute: row.requests_per_minute,
    tokensPerMinute: row.tokens_per_minute,
    expiresAtMs: row.expires_at_ms,
    createdBy: row.created_by,
    ownerEmail: row.owner_email,
    spentNanousd: spentIn(now, row.limit_reset),
    heldNanousd: row.held_nanousd,
    usageNanousd: row.usage_nanousd,
    usageDailyNanousd: now.usage_day_nanousd,
    usageWeeklyNanousd: now.usage_week_nanousd,
    usageMonthlyNanousd: now.usage_month_nanousd,
    exposedAtMs: row.exposed_at_ms,
    exposedSource: row.exposed_source,
    exposedUrl: row.exposed_url,
    ...toKeyRights(row),
    rotatedAtMs: row.rotated_at_ms,
    previousSecretExpiresAtMs: row.previous_secret_expires_at_ms,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

export function toKeyRights(row: Columns<KeyRights>): KeyRights {
  return {
    allowedModels: fromList(row.allowed_models),
    allowedProviders: fromList(row.allowed_providers),
    dataCollection: row.data_collection,
    zeroDataRetention: row.zero_data_retention === 1,
    requiresEndUser: row.requires_end_user === 1,
    maxOutputTokens: row.max_output_tokens,
    maxRequestsInFlight: row.max_requests_in_flight,
    sessionBudgetNanousd: row.session_budget_nanousd,
    allowedNetworks: fromList(row.allowed_networks),
    scope: row.scope,
  };
}

function fromList(json: string | null): readonly string[] | null {
  if (json === null) return null;
  const texts: string[] = JSON.parse(json);
  return texts;
}

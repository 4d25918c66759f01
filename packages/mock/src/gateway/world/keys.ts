import type { Schema } from "@portico/contract/facts";
import { absent } from "@portico/core/failures";
import { toUsd } from "@portico/core/rules/amounts";
import { isForeignLabel } from "@portico/core/rules/key-text";
import {
  endsManagement,
  isUsableAt,
  lastingMs,
  lastManagementKey,
  type UsableKey,
} from "@portico/core/rules/keys";
import type { KeyRow, WorldData } from "./data.ts";
import { nowOf } from "./now.ts";
import { keyLimit, keySpent } from "./spending.ts";

/** A key by its number, or by the hash of its present or an earlier secret. */
export function findKey({ keys }: WorldData, id: string): KeyRow {
  const there = keys.filter(({ deleted }) => !deleted);
  const row =
    there.find(({ record }) => record.hash === id || String(record.id) === id) ??
    there.find(({ earlier }) => earlier.some(({ hash }) => hash === id));
  if (row === undefined) throw absent("API key", id);
  return row;
}

/** A key as the interface shows it, with what it has spent by now. */
export function shownKey(data: WorldData, row: KeyRow): Schema<"ApiKey"> {
  const limit = keyLimit(data, row);
  return {
    ...row.record,
    ...(isForeignLabel(row.record.label) && { is_foreign: true }),
    limit_remaining: limit === null ? null : toUsd(limit.left),
    usage: toUsd(keySpent(data, row, null)),
    usage_daily: toUsd(keySpent(data, row, "daily")),
    usage_weekly: toUsd(keySpent(data, row, "weekly")),
    usage_monthly: toUsd(keySpent(data, row, "monthly")),
  };
}

/** For the audit log. */
export const keyFacts = [
  "name",
  "kind",
  "workspace_id",
  "disabled",
  "limit",
  "limit_reset",
  "requests_per_minute",
  "tokens_per_minute",
  "expires_at",
  "created_by",
  "owner_email",
  "exposed_at",
  "exposed_source",
  "exposed_url",
  "allowed_models",
  "allowed_providers",
  "data_collection",
  "zero_data_retention",
  "max_output_tokens",
  "max_requests_in_flight",
  "session_budget",
  "allowed_networks",
  "requires_end_user",
  "scope",
  "rotated_at",
  "previous_secret_expires_at",
];

/** Refuses to take away the last key that can administer; null: it is deleted. */
export function keepManageable(
  data: WorldData,
  before: KeyRow,
  after: Schema<"ApiKey"> | null,
): void {
  const now = nowOf(data);
  if (!endsManagement(usable(before.record), after && usable(after), now)) return;
  const others = data.keys.filter((row) => row !== before && !row.deleted);
  if (!others.some(({ record }) => isUsableAt(usable(record), now + lastingMs)))
    throw lastManagementKey();
}

function usable({ expires_at: end, ...key }: Schema<"ApiKey">): UsableKey {
  return { ...key, expiresAtMs: end === null ? null : Date.parse(end) };
}

import type { Schema } from "@portico/contract/facts";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { fromFutureIsoOrNull, fromIsoOrNull, toIso, toIsoOrNull } from "@portico/core/rules/dates";
import {
  checkExistingKey,
  checkKeyBody,
  keyTaken,
  mostEarlierSecrets,
  refuseManagementKey,
  refuseRightsOfOtherKind,
  tooManySecrets,
  usualOverlapSeconds,
} from "@portico/core/rules/keys";
import { acting, type Given } from "../world/acting.ts";
import { creatorOf, pickFacts, recordChange } from "../world/audit.ts";
import type { Caller } from "../world/callers.ts";
import type { KeyRow, WorldData } from "../world/data.ts";
import { foreignKeyText, type IssuedKey, newKeyText } from "../world/key-text.ts";
import { findKey, keepManageable, keyFacts, shownKey } from "../world/keys.ts";
import { nowOf } from "../world/now.ts";
import { workspaceIdOf } from "../world/workspaces.ts";

/** The reply holds the key itself: the world keeps only its hash. */
export const createApiKey = acting<"createApiKey">(201, (given) => {
  const { body, world, caller } = given;
  const kind = body.kind ?? "ordinary";
  refuseManagementKey(roleOf(caller), kind);
  const workspaceId = workspaceIdOf(world.data, caller, body.workspace_id);
  checkKeyBody(body);
  refuseRightsOfOtherKind(body, kind);
  const expires_at = toIsoOrNull(
    fromFutureIsoOrNull(body.expires_at, "expires_at", nowOf(world.data)),
  );
  const { keys } = world.data;
  const { existing_key: existing } = body;
  if (existing !== undefined) checkExistingKey(existing, kind);
  const issued =
    existing === undefined ? newKeyText(kind, world.random()) : foreignKeyText(existing);
  if (keys.some((row) => isOf(row, issued.hash))) throw keyTaken();
  const record: Schema<"ApiKey"> = {
    ...newKey,
    ...sentFields(body),
    id: Math.max(0, ...keys.map((row) => row.record.id)) + 1,
    kind,
    name: body.name,
    hash: issued.hash,
    label: issued.label,
    expires_at,
    workspace_id: workspaceId,
    creator_user_id: body.creator_user_id ?? creatorOf(caller),
    created_at: toIso(nowOf(world.data)),
  };
  const row: KeyRow = { record, earlier: [], deleted: false };
  keys.push(row);
  recordKey(given, null, record, record);
  return { data: shownKey(world.data, row), key: issued.secret };
});

function isOf({ record, earlier }: KeyRow, hash: string): boolean {
  return record.hash === hash || earlier.some((one) => one.hash === hash);
}

export const getApiKey = acting<"getApiKey">(200, ({ params, world: { data } }) => ({
  data: shownKey(data, findKey(data, params.hash)),
}));

export const updateApiKey = acting<"updateApiKey">(200, (given) => {
  const { params, body, world, caller } = given;
  checkKeyBody(body);
  const end = toIsoOrNull(fromIsoOrNull(body.expires_at, "expires_at"));
  const row = findKey(world.data, params.hash);
  const before = row.record;
  refuseManagementKey(roleOf(caller), before.kind);
  refuseRightsOfOtherKind(body, before.kind);
  const after = {
    ...before,
    ...sentFields(body),
    ...(body.expires_at !== undefined && { expires_at: end }),
    updated_at: toIso(nowOf(world.data)),
  };
  keepManageable(world.data, row, after);
  row.record = after;
  recordKey(given, before, after, after);
  return { data: shownKey(world.data, row) };
});

export const rotateApiKey = acting<"rotateApiKey">(200, (given) => {
  const { params, body, world, caller } = given;
  const row = findKey(world.data, params.hash);
  const before = row.record;
  refuseManagementKey(roleOf(caller), before.kind);
  const overlapMs = (body.overlap_seconds ?? usualOverlapSeconds) * 1000;
  const end = toIso(nowOf(world.data) + overlapMs);
  if (overlapMs > 0) refuseTooMany(world.data, row);
  endEarlier(row, end);
  row.earlier.push({ hash: before.hash, until: end });
  const issued: IssuedKey = newKeyText(before.kind, world.random());
  const now = toIso(nowOf(world.data));
  row.record = {
    ...before,
    hash: issued.hash,
    label: issued.label,
    rotated_at: now,
    updated_at: now,
    previous_secret_expires_at: end,
    exposed_at: null,
    exposed_source: null,
    exposed_url: null,
  };
  recordKey(given, before, row.record, row.record);
  return { data: shownKey(world.data, row), key: issued.secret };
});

function refuseTooMany(data: WorldData, { earlier }: KeyRow): void {
  const valid = earlier.filter(({ until }) => until === null || Date.parse(until) > nowOf(data));
  if (valid.length >= mostEarlierSecrets) throw tooManySecrets();
}

/** No earlier secret outlives the one that ends now. */
function endEarlier({ earlier }: KeyRow, end: string): void {
  for (const one of earlier) if (one.until === null || one.until > end) one.until = end;
}

export const deleteApiKey = acting<"deleteApiKey">(200, (given) => {
  const { params, world, caller } = given;
  const row = findKey(world.data, params.hash);
  refuseManagementKey(roleOf(caller), row.record.kind);
  keepManageable(world.data, row, null);
  row.deleted = true;
  recordKey(given, row.record, null, row.record);
  return { deleted: true };
});

function recordKey(
  given:
    | Given<"createApiKey">
    | Given<"updateApiKey">
    | Given<"rotateApiKey">
    | Given<"deleteApiKey">,
  before: Schema<"ApiKey"> | null,
  after: Schema<"ApiKey"> | null,
  { id, workspace_id }: Schema<"ApiKey">,
): void {
  const facts = (record: Schema<"ApiKey"> | null) =>
    record && pickFacts({ ...record, created_by: record.creator_user_id }, keyFacts);
  recordChange(given, {
    target: { type: "api_key", id: String(id) },
    workspaceId: workspace_id,
    before: facts(before),
    after: facts(after),
  });
}

function roleOf({ row, session }: Caller): string | null {
  return row === null ? (session?.record.role ?? null) : null;
}

const names = [
  "name",
  "disabled",
  "limit_reset",
  "requests_per_minute",
  "tokens_per_minute",
  "owner_email",
  "allowed_models",
  "allowed_providers",
  "data_collection",
  "zero_data_retention",
  "requires_end_user",
  "max_output_tokens",
  "max_requests_in_flight",
  "allowed_networks",
  "scope",
] as const;

/** The fields that a caller has sent, as a key keeps them. */
function sentFields(body: Schema<"UpdateApiKeyRequest">): Partial<Schema<"ApiKey">> {
  const sent = names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
  const { limit, session_budget: budget } = body;
  return {
    ...Object.fromEntries(sent),
    ...(limit !== undefined && { limit: kept(limit) }),
    ...(budget !== undefined && { session_budget: kept(budget) }),
  };
}

function kept(usd: number | null): number | null {
  return usd === null ? null : toUsd(toNanousd(usd));
}

/** A key whose body leaves everything out. */
const newKey = {
  disabled: false,
  limit: null,
  limit_remaining: null,
  limit_reset: null,
  include_byok_in_limit: false,
  usage: 0,
  usage_daily: 0,
  usage_weekly: 0,
  usage_monthly: 0,
  byok_usage: 0,
  byok_usage_daily: 0,
  byok_usage_weekly: 0,
  byok_usage_monthly: 0,
  requests_per_minute: null,
  tokens_per_minute: null,
  updated_at: null,
  expires_at: null,
  external_user: null,
  owner_email: null,
  exposed_at: null,
  exposed_source: null,
  exposed_url: null,
  allowed_models: null,
  allowed_providers: null,
  data_collection: null,
  zero_data_retention: false,
  max_output_tokens: null,
  max_requests_in_flight: null,
  session_budget: null,
  requires_end_user: false,
  allowed_networks: null,
  scope: "all" as const,
  rotated_at: null,
  previous_secret_expires_at: null,
};

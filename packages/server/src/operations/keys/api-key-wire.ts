import type { Schema } from "@portico/contract";
import { toNanousdOrNull, toUsd } from "@portico/core/rules/amounts";
import { fromFutureIsoOrNull, fromIsoOrNull, toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { isForeignLabel } from "@portico/core/rules/key-text";
import { checkExistingKey, checkKeyBody, refuseRightsOfOtherKind } from "@portico/core/rules/keys";
import type { Limits } from "../../configuration/configuration.ts";
import { foreignKey, newKey } from "../../secrets/key-format.ts";
import { type KeyRights, unrestricted } from "../../store/ports/key-rights.ts";
import { type KeyChange, type KeyRecord, type NewKey, shownHash } from "../../store/ports/keys.ts";
import { given } from "../lists/lists.ts";

export function toApiKey(record: KeyRecord): Schema<"ApiKey"> {
  const { limitNanousd, spentNanousd, heldNanousd } = record;
  return {
    id: record.id,
    hash: shownHash(record),
    name: record.name,
    label: record.label,
    ...(isForeignLabel(record.label) && { is_foreign: true }),
    kind: record.kind,
    workspace_id: record.workspaceId,
    disabled: record.disabled,
    limit: limitNanousd === null ? null : toUsd(limitNanousd),
    limit_remaining:
      limitNanousd === null ? null : toUsd(Math.max(limitNanousd - spentNanousd - heldNanousd, 0)),
    limit_reset: record.limitReset,
    // Requests with a credential of the workspace are billed by the provider, and not counted here.
    include_byok_in_limit: false,
    usage: toUsd(record.usageNanousd),
    usage_daily: toUsd(record.usageDailyNanousd),
    usage_weekly: toUsd(record.usageWeeklyNanousd),
    usage_monthly: toUsd(record.usageMonthlyNanousd),
    byok_usage: 0,
    byok_usage_daily: 0,
    byok_usage_weekly: 0,
    byok_usage_monthly: 0,
    requests_per_minute: record.requestsPerMinute,
    tokens_per_minute: record.tokensPerMinute,
    created_at: toIso(record.createdAtMs),
    updated_at: toIsoOrNull(record.updatedAtMs),
    expires_at: toIsoOrNull(record.expiresAtMs),
    creator_user_id: record.createdBy,
    external_user: null,
    owner_email: record.ownerEmail,
    exposed_at: toIsoOrNull(record.exposedAtMs),
    exposed_source: record.exposedSource,
    exposed_url: record.exposedUrl,
    ...toWireRights(record),
    rotated_at: toIsoOrNull(record.rotatedAtMs),
    previous_secret_expires_at: toIsoOrNull(record.previousSecretExpiresAtMs),
  };
}

export interface NewKeyPlace {
  readonly workspaceId: string;
  readonly createdBy: string | null;
  /** The limits of a key whose body leaves them out; null in the body means no limit. */
  readonly defaults: Pick<Limits, "requestsPerMinute" | "tokensPerMinute">;
}

/** A new key and its record, which holds the key's hash alone. */
export function newApiKey(
  body: Schema<"CreateApiKeyRequest">,
  { workspaceId, createdBy, defaults }: NewKeyPlace,
): { readonly secret: string; readonly record: NewKey } {
  const kind = body.kind ?? "ordinary";
  checkKeyBody(body);
  refuseRightsOfOtherKind(body, kind);
  const { existing_key: existing } = body;
  if (existing !== undefined) checkExistingKey(existing, kind);
  const { secret, hash, label } = existing === undefined ? newKey(kind) : foreignKey(existing);
  const requests = body.requests_per_minute;
  const tokens = body.tokens_per_minute;
  const record = {
    hash,
    label,
    name: body.name,
    kind,
    workspaceId,
    limitNanousd: toNanousdOrNull(body.limit),
    limitReset: body.limit_reset ?? null,
    requestsPerMinute: requests === undefined ? defaults.requestsPerMinute : requests,
    tokensPerMinute: tokens === undefined ? defaults.tokensPerMinute : tokens,
    expiresAtMs: fromFutureIsoOrNull(body.expires_at, "expires_at"),
    createdBy: body.creator_user_id ?? createdBy,
    ownerEmail: body.owner_email ?? null,
    ...unrestricted,
    ...fromWireRights(body),
  };
  return { secret, record };
}

/** Only the fields that the caller has sent. */
export function fromKeyChange(wire: Schema<"UpdateApiKeyRequest">): KeyChange {
  checkKeyBody(wire);
  const has = (field: keyof typeof wire) => wire[field] !== undefined;
  return {
    ...fromWireRights(wire),
    ...(has("name") ? { name: wire.name } : {}),
    ...(has("disabled") ? { disabled: wire.disabled } : {}),
    ...(has("limit") ? { limitNanousd: toNanousdOrNull(wire.limit) } : {}),
    ...(has("limit_reset") ? { limitReset: wire.limit_reset } : {}),
    ...(has("requests_per_minute") ? { requestsPerMinute: wire.requests_per_minute } : {}),
    ...(has("tokens_per_minute") ? { tokensPerMinute: wire.tokens_per_minute } : {}),
    ...(has("owner_email") ? { ownerEmail: wire.owner_email } : {}),
    ...(has("expires_at") ? { expiresAtMs: fromIsoOrNull(wire.expires_at, "expires_at") } : {}),
  };
}

type Wire = Schema<"UpdateApiKeyRequest">;

function toWireRights(rights: KeyRights) {
  return {
    allowed_models: copy(rights.allowedModels),
    allowed_providers: copy(rights.allowedProviders),
    data_collection: rights.dataCollection,
    zero_data_retention: rights.zeroDataRetention,
    requires_end_user: rights.requiresEndUser,
    max_output_tokens: rights.maxOutputTokens,
    max_requests_in_flight: rights.maxRequestsInFlight,
    session_budget:
      rights.sessionBudgetNanousd === null ? null : toUsd(rights.sessionBudgetNanousd),
    allowed_networks: copy(rights.allowedNetworks),
    scope: rights.scope,
  };
}

function copy(list: readonly string[] | null): string[] | null {
  return list === null ? null : [...list];
}

/** Only the rights that the caller has sent. */
function fromWireRights(wire: Wire): Partial<KeyRights> {
  const sent = {
    allowedModels: wire.allowed_models,
    allowedProviders: wire.allowed_providers,
    dataCollection: wire.data_collection,
    zeroDataRetention: wire.zero_data_retention,
    requiresEndUser: wire.requires_end_user,
    maxOutputTokens: wire.max_output_tokens,
    maxRequestsInFlight: wire.max_requests_in_flight,
    sessionBudgetNanousd:
      wire.session_budget === undefined ? undefined : toNanousdOrNull(wire.session_budget),
    allowedNetworks: wire.allowed_networks,
    scope: wire.scope,
  } satisfies Record<keyof KeyRights, unknown>;
  return given(sent);
}

import type { Schema } from "@portico/contract/facts";
import { toUsd } from "./amounts.ts";

interface Circumstances
  extends Pick<
    Schema<"CurrentKey">,
    "organization_id" | "budgets" | "rates" | "secret_expires_at"
  > {
  readonly heldNanousd: number;
}

/** What a key reads of itself. */
export function toCurrentKey(
  key: Schema<"ApiKey">,
  { heldNanousd, organization_id, budgets, rates, secret_expires_at }: Circumstances,
): Schema<"CurrentKey"> {
  const isManaging = key.kind === "management";
  return {
    label: key.label,
    name: key.name,
    kind: key.kind,
    workspace_id: key.workspace_id,
    organization_id,
    creator_user_id: key.creator_user_id,
    limit: key.limit,
    limit_remaining: key.limit_remaining,
    limit_reset: key.limit_reset,
    limit_resets_at: budgets.find((one) => one.limit_source === "key_limit")?.resets_at ?? null,
    held: toUsd(heldNanousd),
    include_byok_in_limit: key.include_byok_in_limit,
    usage: key.usage,
    usage_daily: key.usage_daily,
    usage_weekly: key.usage_weekly,
    usage_monthly: key.usage_monthly,
    byok_usage: key.byok_usage,
    byok_usage_daily: key.byok_usage_daily,
    byok_usage_weekly: key.byok_usage_weekly,
    byok_usage_monthly: key.byok_usage_monthly,
    budgets,
    rates,
    allowed_models: key.allowed_models,
    allowed_providers: key.allowed_providers,
    data_collection: key.data_collection,
    zero_data_retention: key.zero_data_retention,
    requires_end_user: key.requires_end_user,
    max_output_tokens: key.max_output_tokens,
    max_requests_in_flight: key.max_requests_in_flight,
    session_budget: key.session_budget,
    allowed_networks: key.allowed_networks,
    scope: key.scope,
    allowed_data_regions: ["global"],
    is_free_tier: false,
    is_management_key: isManaging,
    is_provisioning_key: isManaging,
    rate_limit: {
      requests: key.requests_per_minute ?? -1,
      interval: "60s",
      note: "See rates, which also says what is left.",
    },
    free_model_daily_requests: { limit: -1, remaining: -1, used: 0 },
    created_at: key.created_at,
    expires_at: key.expires_at,
    rotated_at: key.rotated_at,
    secret_expires_at,
  };
}

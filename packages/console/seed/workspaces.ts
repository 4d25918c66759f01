import type { Schema } from "@portico/client";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { periodStartMs } from "@portico/core/rules/periods";
import type { WorldData } from "@portico/msw";
import { endUsers, production, research } from "./people.ts";
import { type Random, uuid } from "./random.ts";
import { beginningOf, dayMs, iso, isoOrNull } from "./time.ts";

export function workspacesAt(nowMs: number, random: Random): Schema<"Workspace">[] {
  const begun = beginningOf(nowMs);
  const common = {
    ...{ default_image_model: null, is_observability_broadcast_enabled: false },
    ...{ is_data_discount_logging_enabled: false, io_logging_api_key_ids: null },
    ...{ include_byok_in_budgets: false, disabled_server_tools: null },
  };
  return [
    {
      ...common,
      id: production,
      name: "Production",
      slug: "default",
      description: "What customers use.",
      ...{ default_text_model: "openai/gpt-5-mini", default_provider_sort: "latency" },
      ...{ is_observability_io_logging_enabled: false, io_logging_sampling_rate: 1 },
      is_embeddings_cache_enabled: true,
      ...{ created_at: iso(begun), updated_at: iso(nowMs - 17 * dayMs), created_by: null },
      default_guardrail_id: uuid(random),
    },
    {
      ...common,
      ...{ id: research, name: "Research", slug: "research", description: null },
      ...{ default_text_model: null, default_provider_sort: "price" },
      ...{ is_observability_io_logging_enabled: true, io_logging_sampling_rate: 0.5 },
      is_embeddings_cache_enabled: false,
      ...{ created_at: iso(begun + 3 * dayMs), updated_at: null, created_by: "key:1" },
      default_guardrail_id: uuid(random),
    },
  ];
}

export function credentialsAt(nowMs: number, random: Random): Schema<"ByokCredential">[] {
  const credential = (
    provider: string,
    workspace: string,
    name: string | null,
    daysAgo: number,
    isDisabled = false,
  ): Schema<"ByokCredential"> => ({
    ...{ id: uuid(random), provider, workspace_id: workspace, name, disabled: isDisabled },
    label: `sk-…${uuid(random).slice(0, 4)}`,
    created_at: iso(nowMs - daysAgo * dayMs),
    updated_at: isoOrNull(isDisabled ? nowMs - 5 * dayMs : null),
    ...{ sort_order: 0, is_fallback: false, is_required: false, is_byok_only: false },
    ...{ allowed_models: null, allowed_api_key_hashes: null, allowed_user_ids: null },
    declared_zdr: null,
  });
  return [
    credential("mistral", production, "Translations' own contract", 48),
    credential("anthropic", research, "Grant 2026-17", 33),
    credential("openai", research, null, 52, true),
  ];
}

type Budget = Schema<"Budget">;
type Requests = readonly Schema<"Generation">[];

/** Budgets whose limits are set by what is spent, so that they are always near their thresholds. */
export function budgetRows(
  requests: Requests,
  nowMs: number,
  random: Random,
): WorldData["budgets"] {
  const budget = (
    workspace: string,
    name: string,
    limit: number,
    more: Partial<Budget> = {},
  ): WorldData["budgets"][number] => ({
    record: {
      ...{ id: uuid(random), workspace_id: workspace, scope: "workspace", name },
      ...{ end_user: null, tag: null },
      ...{ limit, limit_reset: null, raise: null, raise_until: null, state: null },
      ...{ created_at: iso(beginningOf(nowMs) + 4 * dayMs), updated_at: null },
      ...{ created_by: "key:1", ...more },
    },
    before: 0,
  });
  const share = (workspace: string, reset: Budget["limit_reset"], part: number, user?: string) =>
    near(spentIn(requests, workspace, periodStartMs(reset, nowMs), user), part);
  const customer = endUsers[0];
  return [
    budget(production, "Production", share(production, "monthly", 0.84), {
      limit_reset: "monthly",
    }),
    budget(research, "Research grant", share(research, null, 0.97)),
    budget(production, "Each customer", 5, { scope: "end_user", limit_reset: "daily" }),
    budget(production, "Customer 1042", share(production, null, 0.9, customer), {
      ...{ scope: "end_user", end_user: customer },
      ...{ raise: 2, raise_until: iso(nowMs + 9 * dayMs), updated_at: iso(nowMs - 2 * dayMs) },
    }),
  ];
}

function near(spentNanousd: number, part: number): number {
  return Math.max(Math.ceil((toUsd(spentNanousd) / part) * 100) / 100, 1);
}

function spentIn(requests: Requests, workspace: string, since: number, user?: string): number {
  return requests
    .filter((one) => one.workspace_id === workspace && Date.parse(one.settled_at ?? "") >= since)
    .filter((one) => user === undefined || one.external_user === user)
    .reduce((sum, one) => sum + toNanousd(one.total_cost), 0);
}

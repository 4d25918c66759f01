import type { Input, Schema } from "@portico/contract";
import { toPeriod } from "@portico/core/rules/activity-period";
import { toUsd } from "@portico/core/rules/amounts";
import { pageLinks, toPage } from "@portico/core/rules/pages";
import { tagQuestion } from "@portico/core/rules/tags";
import type { Caller } from "../../caller.ts";
import type { ActivityGroup, ActivityQuery } from "../../store/ports/activity.ts";
import type { KeyRecord } from "../../store/ports/keys.ts";
import type { Gateway } from "../gateway.ts";
import { dataAge, given } from "../lists/lists.ts";
import { type Operation, ok } from "../operation.ts";
import { workspaceFilter } from "../organisation/workspace-filter.ts";
import { callerGivenName } from "../paid-call/session.ts";
import { toSums as toRefusedSums } from "./list-refusals.ts";
import { keyFilter, keysOf } from "./owner-of.ts";

type Query = Input<"listActivity">["query"];

const everything = ["day", "key", "model", "provider", "app"] as const;

const withoutApps = ["day", "key", "model", "provider"] as const;

const sumOnly = { offset: 0, limit: 1, groupBy: [] } as const;

export const listActivity: Operation<"listActivity"> = async ({ query }, context) => {
  const { caller, gateway } = context;
  const page = toPage(query);
  const filter = await toFilter(query, gateway, caller);
  const { activity } = gateway.store;
  await gateway.refusals.write();
  const [groups, totals, refused] = await gateway.listTurns.run(context, () =>
    Promise.all([
      activity.query(caller.organisationId, {
        ...filter,
        ...page,
        groupBy: query.group_by ?? (filter.tag === undefined ? everything : withoutApps),
      }),
      activity.query(caller.organisationId, { ...filter, ...sumOnly }),
      refusedIn(filter, gateway, caller),
    ]),
  );
  const keys = await keysOf(groups.records, gateway, caller);
  return ok(
    {
      data: groups.records.map((group) => toRow(group, keys)),
      totals: {
        ...toSums(totals.records[0]),
        ...toTimes(totals.records[0]),
        ...toRefusedSums(refused),
      },
      links: pageLinks("/activity", query, page, groups.totalCount),
      total_count: groups.totalCount,
    },
    dataAge(groups, totals),
  );
};

/** What was refused has no provider, and no application or tag is kept of it. */
async function refusedIn(
  filter: Omit<ActivityQuery, "groupBy" | "offset" | "limit">,
  { store }: Gateway,
  { organisationId }: Caller,
): Promise<ReadonlyMap<string, number>> {
  const { provider, app, tag } = filter;
  const isOfCalls = provider !== undefined || app !== undefined || tag !== undefined;
  return isOfCalls ? new Map() : await store.refusals.sums(organisationId, filter);
}

async function toFilter(
  query: Query,
  gateway: Gateway,
  caller: Caller,
): Promise<Omit<ActivityQuery, "groupBy" | "offset" | "limit">> {
  const { model, provider, app } = query;
  return {
    granularity: query.granularity ?? "day",
    ...toPeriod(query),
    ...(await workspaceFilter(gateway, caller, query.workspace_id)),
    ...(await keyFilter(gateway, caller, query.api_key_hash)),
    ...given({ model, provider, app, tag: tagQuestion(query, callerGivenName) }),
  };
}

function toRow(
  group: ActivityGroup,
  keys: ReadonlyMap<number | null, KeyRecord>,
): Schema<"ActivityRow"> {
  const key = keys.get(group.keyId);
  return {
    date: group.day,
    hour: group.hour,
    api_key_id: group.keyId,
    api_key_hash: key?.hash ?? null,
    api_key_name: key?.name ?? null,
    workspace_id: group.workspaceId,
    model: group.model,
    model_permaslug: group.model,
    endpoint_id: null,
    provider_name: group.provider,
    app_url: group.appUrl,
    app_title: group.appTitle,
    tag: group.tag,
    ...toSums(group),
    ...toTimes(group),
  };
}

function toTimes(group: ActivityGroup | undefined) {
  return {
    latency: group?.latencyMs ?? null,
    time_to_first_token: group?.firstTokenMs ?? null,
    output_tokens_per_second: toTenths(group?.outputTokensPerSecond ?? null),
  };
}

function toSums(group: ActivityGroup | undefined) {
  return {
    requests: group?.requests ?? 0,
    estimated_requests: group?.estimatedRequests ?? 0,
    failed_requests: group?.failures ?? 0,
    byok_requests: group?.byokRequests ?? 0,
    prompt_tokens: group?.inputTokens ?? 0,
    completion_tokens: group?.outputTokens ?? 0,
    cached_tokens: group?.cachedInputTokens ?? 0,
    cache_share: shareOf(group?.cachedInputTokens ?? 0, group?.inputTokens ?? 0),
    reasoning_tokens: group?.reasoningTokens ?? 0,
    usage: toUsd(group?.costNanousd ?? 0),
    unbilled: toUsd(group?.unbilledNanousd ?? 0),
    byok_usage_inference: 0,
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
}

function toTenths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}

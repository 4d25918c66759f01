import type { Input, Schema } from "@portico/contract/facts";
import { grouped } from "@portico/core/json/grouped";
import { toPeriod } from "@portico/core/rules/activity-period";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { dayMs, hourMs } from "@portico/core/rules/calendar";
import { toIso } from "@portico/core/rules/dates";
import {
  mostTagValues,
  otherTagValue,
  type TagQuestion,
  tagQuestion,
} from "@portico/core/rules/tags";
import { acting } from "../world/acting.ts";
import type { WorldData } from "../world/data.ts";
import { settledAt } from "../world/figures.ts";
import { callerGivenName } from "../world/key-text.ts";
import { findKey } from "../world/keys.ts";
import { nowOf } from "../world/now.ts";
import { pageOf } from "../world/page.ts";
import { inWorkspace } from "../world/workspaces.ts";
import { refusalsIn, refusedSums } from "./refusals.ts";

type Generation = Schema<"Generation">;
type Query = Input<"listActivity">["query"];
type Group = NonNullable<Query["group_by"]>[number];

const withoutApps: readonly Group[] = ["day", "key", "model", "provider"];
const everything: readonly Group[] = [...withoutApps, "app"];

/** The requests of this world, by what the caller asks to group them by. */
export const listActivity = acting<"listActivity">(200, ({ query: asked, world: { data } }) => {
  const tag = tagQuestion(asked, callerGivenName);
  const query: Query =
    tag === undefined ? asked : { group_by: [...withoutApps], ...asked, tag_name: tag.name };
  const meant = requestsIn(data, query).filter((one) => tag === undefined || hasTag(one, tag));
  const groups = grouped(meant, nameOfGroup(query));
  const rows = [...groups.values()].map((group) => rowOf(data, group, query));
  const refused = refusedSums(refusedIn(data, query));
  const totals = { ...totalsOf(meant), ...timesOf(meant, query), ...refused };
  return { ...pageOf(rows.toSorted(inOrder), "/activity", asked), totals };
});

function hasTag(one: Generation, { name, value }: TagQuestion): boolean {
  const own = tagOf(one, name);
  return value === undefined ? own !== null : own === value;
}

/** Newest time first, then highest cost. */
function inOrder(one: Schema<"ActivityRow">, other: Schema<"ActivityRow">): number {
  const [time, otherTime] = [one, other].map(({ hour, date }) => hour ?? date ?? "");
  if (time !== otherTime) return (time ?? "") < (otherTime ?? "") ? 1 : -1;
  return other.usage - one.usage || other.requests - one.requests;
}

function requestsIn(data: WorldData, query: Query): Generation[] {
  const { fromMs, toMs } = toPeriod(query, nowOf(data));
  const key = query.api_key_hash;
  const keyId = key === undefined ? undefined : findKey(data, key).record.id;
  const isIn = inWorkspace(data, query.workspace_id);
  const fits = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;
  return withinBounds(data, query.tag_name)
    .filter((one) => settledAt(one) >= fromMs && settledAt(one) < toMs && isIn(one))
    .filter((one) => fits(keyId, one.api_key_id) && fits(query.model, one.model))
    .filter((one) => fits(query.provider, one.provider_name))
    .filter((one) => fits(query.app, one.http_referer) || fits(query.app, one.app_title));
}

/** By a tag with the first values of a workspace and day, as the gateway sums them up: further ones are one. */
function withinBounds({ generations }: WorldData, name: string | undefined): Generation[] {
  const records = generations.map(({ record }) => record);
  if (name === undefined) return records;
  const kept = new Map<string, Set<string>>();
  return records.map((one) => {
    const value = tagOf(one, name);
    if (value === null) return one;
    const place = `${one.workspace_id} ${Math.floor(settledAt(one) / dayMs)}`;
    const values = kept.get(place) ?? new Set();
    kept.set(place, values);
    if (values.size < mostTagValues) values.add(value);
    return values.has(value) ? one : { ...one, tags: { ...one.tags, [name]: otherTagValue } };
  });
}

/** What was refused has no provider, and no application or tag is kept of it. */
function refusedIn(data: WorldData, query: Query): Schema<"Refusal">[] {
  const { api_key_hash: key, workspace_id, model, provider, app, tag_name: tag } = query;
  if (provider !== undefined || app !== undefined || tag !== undefined) return [];
  const { fromMs, toMs } = toPeriod(query, nowOf(data));
  const [from, to] = [toIso(fromMs), toIso(toMs)];
  const keyId = key === undefined ? undefined : findKey(data, key).record.id;
  const filter = Object.entries({ from, to, workspace_id, model }).filter(([, value]) => value);
  return refusalsIn(data, Object.fromEntries(filter)).filter(
    (one) => keyId === undefined || one.api_key_id === keyId,
  );
}

/** What each dimension groups by, in a form that is quick to make: every request of the period is asked. */
const dimensions: Readonly<
  Record<Group, (one: Generation, spanMs: number, tag: Query["tag_name"]) => unknown>
> = {
  day: (one, spanMs) => Math.floor(settledAt(one) / spanMs),
  key: (one) => `${one.api_key_id} ${one.workspace_id}`,
  workspace: (one) => one.workspace_id,
  model: (one) => one.model,
  provider: (one) => one.provider_name,
  app: (one) => `${one.http_referer}\n${one.app_title}`,
  tag: (one, _, tag) => tagOf(one, tag),
};

function tagOf({ tags }: Generation, tag = ""): string | null {
  return tags?.[tag] ?? null;
}

/** Two requests are of one group if these are equal. */
function nameOfGroup({
  group_by: asked,
  granularity,
  tag_name: tag,
}: Query): (one: Generation) => string {
  const reads = [...new Set(asked ?? everything)].map((group) => dimensions[group]);
  const spanMs = granularity === "hour" ? hourMs : dayMs;
  return (one) => reads.map((read) => read(one, spanMs, tag)).join("\n");
}

/** The fields by which a request is grouped; the others are null. */
function placeOf(one: Generation, { group_by: asked, granularity, tag_name: tag }: Query) {
  const by = new Set<Group>(asked ?? everything);
  const time = toIso(settledAt(one));
  return {
    date: by.has("day") ? time.slice(0, "2026-11-22".length) : null,
    hour: by.has("day") && granularity === "hour" ? `${time.slice(0, 13)}:00:00.000Z` : null,
    api_key_id: by.has("key") ? one.api_key_id : null,
    workspace_id: by.has("key") || by.has("workspace") ? one.workspace_id : null,
    model: by.has("model") ? one.model : null,
    model_permaslug: by.has("model") ? one.model : null,
    endpoint_id: null,
    provider_name: by.has("provider") ? one.provider_name : null,
    ...(by.has("app")
      ? { app_url: one.http_referer, app_title: one.app_title }
      : { app_url: null, app_title: null }),
    tag: by.has("tag") ? tagOf(one, tag) : null,
  };
}

function rowOf(data: WorldData, group: readonly Generation[], query: Query): Schema<"ActivityRow"> {
  const [first] = group;
  if (first === undefined) throw new Error("A group has at least one request.");
  const place = placeOf(first, query);
  const key = data.keys.find(
    ({ record, deleted }) => !deleted && record.id === place.api_key_id,
  )?.record;
  return {
    ...place,
    api_key_hash: key?.hash ?? null,
    api_key_name: key?.name ?? null,
    ...totalsOf(group),
    ...timesOf(group, query),
  };
}

/** Of requests that succeeded. By tags no times are counted. */
function timesOf(group: readonly Generation[], { tag_name: tag }: Query) {
  const timed = tag === undefined ? group : [];
  const served = timed.filter(({ error, status }) => error === null && status < 400);
  const streams = served.filter(({ streamed }) => streamed === true);
  const tokens = served.reduce((sum, one) => sum + (one.tokens_completion ?? 0), 0);
  const ms = served.reduce((sum, one) => sum + writingMs(one), 0);
  return {
    latency: percentilesOf(served.map(wholeMs)),
    time_to_first_token: percentilesOf(streams.flatMap((one) => one.latency ?? [])),
    output_tokens_per_second:
      tokens > 0 && ms > 0 ? Math.round((tokens / ms) * 100_000) / 100 : null,
  };
}

/** From the first output to the end of a stream; else the whole time. */
function writingMs(one: Generation): number {
  return one.streamed === true ? (one.generation_time ?? 0) : wholeMs(one);
}

function wholeMs({ latency, generation_time: writing }: Generation): number {
  return (latency ?? 0) + (writing ?? 0);
}

function totalsOf(group: readonly Generation[]) {
  const sum = (read: (one: Generation) => number | null) =>
    group.reduce((all, one) => all + (read(one) ?? 0), 0);
  const input = sum((one) => one.tokens_prompt);
  const cached = sum((one) => one.native_tokens_cached);
  return {
    requests: group.length,
    estimated_requests: group.filter(({ estimated }) => estimated).length,
    failed_requests: group.filter(({ status }) => status >= 400).length,
    byok_requests: group.filter(({ is_byok }) => is_byok).length,
    prompt_tokens: input,
    completion_tokens: sum((one) => one.tokens_completion),
    cached_tokens: cached,
    cache_share: input === 0 ? null : Math.round((cached / input) * 10_000) / 10_000,
    reasoning_tokens: sum((one) => one.native_tokens_reasoning),
    usage: toUsd(sum((one) => toNanousd(one.total_cost))),
    unbilled: toUsd(sum((one) => toNanousd(one.unbilled))),
    byok_usage_inference: 0,
  };
}

function percentilesOf(values: readonly number[]): Schema<"Percentiles"> | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: at(0.5), p75: at(0.75), p90: at(0.9), p99: at(0.99) };
}

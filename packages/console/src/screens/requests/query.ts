import type { Query } from "@portico/client";
import { momentOf } from "../../parts/day.ts";
import { beginningOf } from "../../parts/periods.ts";
import type { RequestsSearch } from "../searches.ts";

export type RequestsQuery = Query<"/generations">;

/** The filters of the address as the gateway takes them. A time that cannot be read is left out. */
export function queryOf(search: RequestsSearch, now: number, zone: string): RequestsQuery {
  const { period } = search;
  const from =
    period === undefined ? isoOf(search.from, zone) : beginningOf(period, now).toISOString();
  const query = {
    from,
    to: period === undefined ? isoOf(search.to, zone) : undefined,
    workspace_id: search.workspace,
    api_key_hash: search.key,
    model: search.model,
    provider: search.provider,
    app: search.app,
    operation: search.operation,
    streamed: booleanOf(search.streamed),
    status: search.status,
    failed: booleanOf(search.failed),
    error_kind: search.error,
    end_user: search.user,
    session_id: search.session,
    tag: search.tag,
    min_cost: search.min,
    max_cost: search.max,
    search: search.find,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** How many filters are set: a list without any shows everything. */
export function countOfFilters({ id: _, tab: __, ...filters }: RequestsSearch): number {
  return Object.values(filters).filter((value) => value !== undefined).length;
}

const withoutZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/** A link that somebody has written may name no zone: then it means the one of the settings. */
function isoOf(text: string | undefined, zone: string): string | undefined {
  if (text === undefined) return undefined;
  const ms = withoutZone.test(text) ? momentOf(text, zone).getTime() : Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function booleanOf(text: "true" | "false" | undefined): boolean | undefined {
  return text === undefined ? undefined : text === "true";
}

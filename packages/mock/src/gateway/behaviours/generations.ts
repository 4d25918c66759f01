import type { Input, Schema } from "@portico/contract/facts";
import { mayBeRefunded, notRefundable } from "@portico/contract/may-be-refunded";
import { absent } from "@portico/core/failures";
import { refuseContent } from "@portico/core/rules/access";
import { fromIso } from "@portico/core/rules/dates";
import { defaultPageLimit } from "@portico/core/rules/pages";
import { tagIn } from "@portico/core/rules/tags";
import { refusal } from "../failure.ts";
import { acting, type Given } from "../world/acting.ts";
import { recordChange } from "../world/audit.ts";
import type { GenerationRow, WorldData } from "../world/data.ts";
import { settledAt } from "../world/figures.ts";
import { callerGivenName } from "../world/key-text.ts";
import { findKey } from "../world/keys.ts";
import { cursorPage } from "../world/page.ts";
import { inWorkspace } from "../world/workspaces.ts";

type Generation = Schema<"Generation">;
type Query = Input<"listGenerations">["query"];

/** An ordinary key finds its own requests alone. */
export const getGeneration = acting<"getGeneration">(200, ({ query, world, caller }) => {
  const row = find(world.data, query.id);
  const isTheirs =
    caller.kind === "management" || row.record.api_key_id === (caller.row?.record.id ?? null);
  if (!isTheirs) throw absent("generation", query.id);
  return { data: withoutContent(row.record) };
});

/** Refunds an abandoned request, or one that failed with a cost. */
export const refundGeneration = acting<"refundGeneration">(200, (given) => {
  const row = find(given.world.data, given.body.id);
  const { record } = row;
  const { state, status, error, total_cost: charged } = record;
  if (!mayBeRefunded({ state, status, errorKind: error?.code ?? null, charged }))
    throw refusal(409, notRefundable);
  row.record = { ...record, state: "refunded", total_cost: 0, usage: 0 };
  recordChange(given, {
    target: { type: "generation", id: record.id },
    workspaceId: record.workspace_id,
    before: { state: record.state, charged: record.total_cost },
    after: { state: "refunded", charged: 0 },
  });
  return { data: row.record };
});

function find({ generations }: WorldData, id: string): GenerationRow {
  const row = generations.find(({ record }) => record.id === id);
  if (row === undefined) throw absent("generation", id);
  return row;
}

/** Each of them may have megabytes of content. */
const mostWithContent = 20;

/** An ordinary key sees its own requests. The newest comes first. */
export const listGenerations = acting<"listGenerations">(200, (given) => {
  const { query, caller, world } = given;
  const withContent = query.include?.includes("content") === true;
  if (withContent) refuseContent(caller.kind, caller.row?.record.scope ?? "all");
  const isMeant = filterOf(query);
  const isIts = ownerOf(given);
  const meant = world.data.generations
    .map(({ record }) => record)
    .filter((record) => isIts(record) && isMeant(record))
    .toSorted((one, other) => settledAt(one) - settledAt(other))
    .toReversed();
  const asked = query.limit ?? defaultPageLimit;
  const limit = withContent ? Math.min(asked, mostWithContent) : asked;
  const page = cursorPage(meant, "/generations", { ...query, limit }, settledAt);
  return withContent ? page : { ...page, data: page.data.map(withoutContent) };
});

function withoutContent(record: Generation): Generation {
  return record.content === null ? record : { ...record, content: null };
}

/** Whose requests: a key that is not the caller's own does not exist for an ordinary key. */
export function ownerOf({
  query,
  caller,
  world: { data },
}: Pick<Given<"listGenerations" | "listAgentSessions">, "query" | "caller" | "world">) {
  const { api_key_hash: key, workspace_id: workspace } = query;
  const wanted = key === undefined ? null : findKey(data, key).record.id;
  const isIn = inWorkspace(data, workspace);
  const own = caller.row?.record.id ?? null;
  if (caller.kind === "management")
    return (one: Generation) => (wanted === null || one.api_key_id === wanted) && isIn(one);
  if (wanted !== null && wanted !== own) throw absent("API key", key ?? "");
  if (!isIn({ workspace_id: caller.workspaceId })) throw absent("workspace", workspace ?? "");
  return (one: Generation) => one.api_key_id === own && isIn(one);
}

/** Whether a request is meant by the filters that were sent. */
function filterOf(query: Query): (record: Generation) => boolean {
  const from = query.from === undefined ? 0 : fromIso(query.from, "from");
  const to = query.to === undefined ? Number.POSITIVE_INFINITY : fromIso(query.to, "to");
  const tag = tagIn(query.tag, callerGivenName);
  const equal: readonly [unknown, (record: Generation) => unknown][] = [
    [query.model, (one) => one.model],
    [query.provider, (one) => one.provider_name],
    [query.operation, (one) => one.operation],
    [query.streamed, (one) => one.streamed],
    [query.status, (one) => one.status],
    [query.failed, (one) => one.error !== null],
    [query.error_kind, (one) => one.error?.code],
    [callerGivenName(query.end_user) ?? undefined, (one) => one.external_user],
    [callerGivenName(query.session_id) ?? undefined, (one) => one.session_id],
    [tag?.value, (one) => one.tags?.[tag?.name ?? ""]],
    [query.search, (one) => one.id],
  ];
  const asked = equal.filter(([wanted]) => wanted !== undefined);
  return (record) =>
    settledAt(record) >= from &&
    settledAt(record) < to &&
    record.total_cost >= (query.min_cost ?? 0) &&
    record.total_cost <= (query.max_cost ?? Number.POSITIVE_INFINITY) &&
    isOfApp(record, query.app) &&
    asked.every(([wanted, read]) => read(record) === wanted);
}

function isOfApp({ http_referer: url, app_title: title }: Generation, app: string | undefined) {
  return app === undefined || url === app || title === app;
}

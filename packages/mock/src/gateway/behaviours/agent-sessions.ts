import type { Schema } from "@portico/contract/facts";
import { grouped } from "@portico/core/json/grouped";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { fromIso } from "@portico/core/rules/dates";
import {
  cacheLifeMs,
  conversations,
  mostAgentSessions,
  mostLostCaches,
  mostNames,
  type NumberedTurn,
  whyLost,
} from "@portico/core/rules/lost-caches";
import { defaultPageLimit } from "@portico/core/rules/pages";
import { acting } from "../world/acting.ts";
import { settledAt } from "../world/figures.ts";
import { callerGivenName } from "../world/key-text.ts";
import { cursorPage } from "../world/page.ts";
import { ownerOf } from "./generations.ts";

type Generation = Schema<"Generation">;
type AgentSession = Schema<"AgentSession">;

/** An ordinary key sees its own sessions. That of the last request comes first. */
export const listAgentSessions = acting<"listAgentSessions">(200, (given) => {
  const { query, world } = given;
  const from = query.from === undefined ? 0 : fromIso(query.from, "from");
  const to = query.to === undefined ? Number.POSITIVE_INFINITY : fromIso(query.to, "to");
  const name = callerGivenName(query.session_id);
  const isIts = ownerOf(given);
  const own = world.data.generations
    .map(({ record }) => record)
    .filter((record) => record.session_id !== null && isIts(record))
    .filter((record) => name === null || record.session_id === name)
    .toSorted((one, other) => settledAt(one) - settledAt(other));
  const sessions = [...grouped(own, (one) => `${one.api_key_id} ${one.session_id}`).values()]
    .flatMap((turns) => {
      const last = turns.at(-1);
      return last === undefined ? [] : [{ id: last.id, last, turns }];
    })
    .filter(({ last }) => settledAt(last) >= from && settledAt(last) < to)
    .filter(({ turns }) => turns.some(({ model }) => model === (query.model ?? model)))
    .toSorted((one, other) => settledAt(one.last) - settledAt(other.last))
    .toReversed();
  const limit = Math.min(query.limit ?? defaultPageLimit, mostAgentSessions);
  const page = cursorPage(sessions, "/agent-sessions", { ...query, limit }, ({ last }) =>
    settledAt(last),
  );
  return { ...page, data: page.data.map(({ turns, last }) => summedUp(turns, last)) };
});

function summedUp(turns: readonly Generation[], last: Generation): AgentSession {
  const sum = (of: (one: Generation) => number | null | undefined) =>
    turns.reduce((total, one) => total + (of(one) ?? 0), 0);
  const cost = (of: (one: Generation) => number | undefined) =>
    toUsd(sum((one) => toNanousd(of(one) ?? 0)));
  const [prompt, cached] = [
    sum((one) => one.tokens_prompt),
    sum((one) => one.native_tokens_cached),
  ];
  const lost = lostCaches(turns);
  return {
    session_id: last.session_id ?? "",
    api_key_id: last.api_key_id ?? 0,
    api_key_name: last.api_key_name,
    workspace_id: last.workspace_id ?? "",
    first_request_at: inOrder(turns)[0]?.created_at ?? last.created_at,
    last_request_at: last.settled_at ?? last.created_at,
    requests: turns.length,
    is_complete: true,
    failed_requests: turns.filter(({ error, status }) => error !== null || status >= 400).length,
    prompt_tokens: prompt,
    cached_tokens: cached,
    cache_share: prompt === 0 ? null : cached / prompt,
    completion_tokens: sum((one) => one.tokens_completion),
    reasoning_tokens: sum((one) => one.native_tokens_reasoning),
    usage: cost((one) => one.total_cost),
    cache_read_cost: cost((one) => one.cost_details?.cache_read_cost),
    cache_write_cost: cost((one) => one.cost_details?.cache_write_cost),
    models: mostUsed(turns.map(({ model }) => model)),
    providers: mostUsed(turns.map(({ provider_name: provider }) => provider)),
    lost_caches: lost.toReversed().slice(0, mostLostCaches),
    lost_cache_count: lost.length,
  };
}

function mostUsed(names: readonly (string | null)[]): string[] {
  const used = grouped(names, (name) => name);
  return [...used]
    .toSorted(([one, its], [other, others]) =>
      its.length === others.length
        ? (one ?? "") < (other ?? "")
          ? -1
          : 1
        : others.length - its.length,
    )
    .flatMap(([name]) => name ?? [])
    .slice(0, mostNames);
}

function inOrder(turns: readonly Generation[]): readonly Generation[] {
  return turns.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
}

/** The turns behind the first whose model was not asked at their provider within the life of a cache. */
function lostCaches(turns: readonly Generation[]): Schema<"LostCache">[] {
  const lost: Schema<"LostCache">[] = [];
  const lastUsed = new Map<string, number>();
  let before: NumberedTurn | null = null;
  for (const [index, record] of inOrder(turns).entries()) {
    const { provider_name: provider, model, operation } = record;
    if (provider === null || !conversations.some((name) => name === operation)) continue;
    const createdAtMs = Date.parse(record.created_at);
    const turn = { turn: index + 1, model, provider, createdAtMs };
    const place = `${model} ${provider}`;
    const usedMs = lastUsed.get(place) ?? Number.NEGATIVE_INFINITY;
    if (before !== null && createdAtMs - usedMs > cacheLifeMs)
      lost.push({
        turn: turn.turn,
        generation_id: record.id,
        created_at: record.created_at,
        ...whyLost(turn, before),
        prompt_tokens: record.tokens_prompt ?? 0,
        cached_tokens: record.native_tokens_cached ?? 0,
      });
    lastUsed.set(place, createdAtMs);
    before = turn;
  }
  return lost;
}

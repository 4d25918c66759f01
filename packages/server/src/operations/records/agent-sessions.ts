import type { Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { toIso } from "@portico/core/rules/dates";
import { mostAgentSessions, whyLost } from "@portico/core/rules/lost-caches";
import { defaultPageLimit, toCursor } from "@portico/core/rules/pages";
import type { AgentSession, LostCache } from "../../store/ports/agent-sessions.ts";
import type { KeyRecord } from "../../store/ports/keys.ts";
import { behind, dataAge, given, timesIn } from "../lists/lists.ts";
import { type Operation, ok } from "../operation.ts";
import { callerGivenName } from "../paid-call/session.ts";
import { placeOf } from "./generations.ts";
import { keysOf, ownerOf } from "./owner-of.ts";

/** An ordinary key sees its own sessions. */
export const listAgentSessions: Operation<"listAgentSessions"> = async ({ query }, context) => {
  const { caller, gateway } = context;
  const limit = Math.min(query.limit ?? defaultPageLimit, mostAgentSessions);
  const filter = {
    ...given({
      after: query.cursor === undefined ? undefined : placeOf(query.cursor),
      model: query.model,
      sessionId: callerGivenName(query.session_id) ?? undefined,
    }),
    ...timesIn(query),
    ...(await ownerOf(query, gateway, caller)),
    limit,
  };
  const page = await gateway.listTurns.run(context, () =>
    gateway.store.activity.agentSessions(caller.organisationId, filter),
  );
  const { records, next } = page;
  const keys = await keysOf(records, gateway, caller);
  const cursor = next && toCursor({ number: next.settledAtMs, id: next.generationId });
  return ok(
    {
      data: records.map((record) => toAgentSession(record, keys)),
      ...behind("/agent-sessions", { ...query, limit }, cursor),
    },
    dataAge(page),
  );
};

function toAgentSession(
  session: AgentSession,
  keys: ReadonlyMap<number | null, KeyRecord>,
): Schema<"AgentSession"> {
  const { inputTokens, cachedInputTokens } = session;
  return {
    session_id: session.sessionId,
    api_key_id: session.keyId,
    api_key_name: keys.get(session.keyId)?.name ?? null,
    workspace_id: session.workspaceId,
    first_request_at: toIso(session.firstCreatedAtMs),
    last_request_at: toIso(session.lastSettledAtMs),
    requests: session.requests,
    is_complete: session.isComplete,
    failed_requests: session.failures,
    prompt_tokens: inputTokens,
    cached_tokens: cachedInputTokens,
    cache_share: inputTokens === 0 ? null : cachedInputTokens / inputTokens,
    completion_tokens: session.outputTokens,
    reasoning_tokens: session.reasoningTokens,
    usage: toUsd(session.chargedNanousd),
    cache_read_cost: toUsd(session.cacheReadNanousd),
    cache_write_cost: toUsd(session.cacheWriteNanousd),
    models: [...session.models],
    providers: [...session.providers],
    lost_caches: session.lostCaches.map(toLostCache),
    lost_cache_count: session.lostCacheCount,
  };
}

function toLostCache(lost: LostCache): Schema<"LostCache"> {
  return {
    turn: lost.turn,
    generation_id: lost.generationId,
    created_at: toIso(lost.createdAtMs),
    ...whyLost(lost, lost.before),
    prompt_tokens: lost.inputTokens,
    cached_tokens: lost.cachedInputTokens,
  };
}

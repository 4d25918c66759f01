import type { Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { readCursor, toCursor } from "@portico/core/rules/cursors";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { addressOf } from "@portico/core/rules/pages";
import type { HoldRecord } from "../../store/ports/ledger.ts";
import { found } from "../lists/found.ts";
import { type Operation, ok } from "../operation.ts";

const defaultLimit = 50;

export const listHolds: Operation<"listHolds"> = async ({ query }, { caller, gateway }) => {
  const { organisationId } = caller;
  const { store } = gateway;
  const { api_key_hash: key, limit = defaultLimit } = query;
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const page = await store.ledger.holds(organisationId, {
    limit,
    ...(after !== null && { after: { createdAtMs: after.number, generationId: after.id } }),
    ...(key !== undefined && {
      keyId: found(await store.keys.get(organisationId, key), "API key", key).id,
    }),
  });
  const { next } = page;
  const cursor =
    next === null ? null : toCursor({ number: next.createdAtMs, id: next.generationId });
  return ok({
    data: page.records.map((hold) =>
      toHold(hold, page.readAtMs, store.money.silenceOf(hold.processId)),
    ),
    total_count: page.totalCount,
    total_held: toUsd(page.totalNanousd),
    next_cursor: cursor,
    links: { next: cursor === null ? null : addressOf("/holds", { ...query, limit, cursor }) },
  });
};

function toHold(hold: HoldRecord, nowMs: number, silentMs: number | null): Schema<"Hold"> {
  return {
    id: hold.generationId,
    api_key_id: hold.keyId,
    api_key_hash: hold.keyHash,
    api_key_name: hold.keyName,
    workspace_id: hold.workspaceId,
    operation: hold.operation,
    model: hold.model,
    amount: toUsd(hold.amountNanousd),
    uses_credits: hold.usesCredits,
    external_user: hold.endUser,
    session_id: hold.sessionId,
    http_referer: hold.appUrl,
    app_title: hold.appTitle,
    created_at: toIso(hold.createdAtMs),
    // The clock of the machine that admitted it may be ahead.
    age: Math.max(0, nowMs - hold.createdAtMs),
    process_id: hold.processId,
    process_started_at: toIsoOrNull(hold.processStartedAtMs),
    process_silent: silentMs === null ? null : Math.round(silentMs),
  };
}

import { readTags } from "../money/ledger-row.ts";
import type { Beat } from "../money/liveness.ts";
import { unit } from "../money/rate.ts";
import type { Cancellation } from "../ports/money.ts";
import type { HoldRow } from "../schema.ts";
import type { Hold, Key, Rows } from "./rows.ts";
import { balancesOf, bookAll, type Held } from "./settle.ts";
import type { Books } from "./writes.ts";

/** Gives holds back without a trace, with what they took from the limits per minute. */
export function cancel(batch: readonly Cancellation[], rows: Rows): void {
  for (const cancellation of batch) {
    const hold = rows.takeHold(cancellation);
    const key = rows.key(cancellation.keyId);
    if (hold === undefined || key === undefined) continue;
    rows.changeKey(givenBack(key, hold));
    for (const balance of balancesOf(hold, rows))
      rows.changeBalance({ ...balance, held_nanousd: balance.held_nanousd - hold.amount_nanousd });
  }
}

function givenBack(key: Key, hold: Hold): Key {
  return {
    ...key,
    held_nanousd: key.held_nanousd - hold.amount_nanousd,
    credits_held_nanousd:
      key.credits_held_nanousd - (hold.uses_credits === 1 ? hold.amount_nanousd : 0),
    requests_debt: Math.max(0, key.requests_debt - unit),
    tokens_debt: Math.max(0, key.tokens_debt - (hold.rate_tokens ?? 0) * unit),
  };
}

/**
 * Charges holds in full, refundable: the cost of their requests is unknown. Returns how many; null, and nothing is done, if
 * their process has sent a heartbeat meanwhile.
 */
export function abandon(
  batch: readonly Cancellation[],
  nowMs: number,
  books: Books,
  process?: Beat,
): number | null {
  const { rows } = books;
  if (process !== undefined && rows.beats(process.id) !== process.beats) return null;
  const held = batch.flatMap((each): Held[] => {
    const hold = rows.takeWholeHold(each);
    const key = rows.key(each.keyId);
    return hold === undefined || key === undefined ? [] : [abandoned(hold, key, nowMs)];
  });
  bookAll(held, books);
  return held.length;
}

function abandoned(hold: HoldRow, key: Key, nowMs: number): Held {
  const { organisation_id: organisationId, workspace_id: workspaceId } = key;
  return {
    // The limit of tokens keeps the worst case.
    hold: { ...hold, rate_tokens: null },
    booking: {
      generationId: hold.request_id,
      keyId: hold.key_id,
      organisationId,
      workspaceId,
      state: "abandoned",
      costNanousd: hold.amount_nanousd,
      facts: factsOf(hold, nowMs),
      nowMs,
    },
  };
}

function factsOf(hold: HoldRow, nowMs: number): Held["booking"]["facts"] {
  return {
    operation: hold.operation,
    model: hold.model,
    provider: null,
    upstreamModel: null,
    byok: hold.uses_credits === 0,
    streamed: false,
    inputTokens: 0,
    outputTokens: 0,
    cachedInputTokens: 0,
    reasoningTokens: 0,
    estimated: true,
    finishReason: null,
    status: 500,
    errorKind: "abandoned",
    discountNanousd: 0,
    cost: null,
    configurationVersion: null,
    price: null,
    endUser: hold.end_user,
    sessionId: hold.session_id,
    tags: readTags(hold.tags),
    latencyMs: Math.max(nowMs - hold.created_at_ms, 0),
    firstTokenMs: null,
    attempts: [],
    appUrl: hold.app_url,
    appTitle: hold.app_title,
  };
}

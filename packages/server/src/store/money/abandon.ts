import { calendarDay } from "@portico/core/rules/calendar";
import { changeBudgets } from "../budgets/balance-rows.ts";
import { withClosedHold } from "../budgets/spending.ts";
import type { Cancellation } from "../ports/money.ts";
import type { Database, HoldRow, KeyBalanceRow, LedgerRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { activityGroupId } from "./activity-group.ts";
import { alertCharges, lockCredits } from "./booking-alerts.ts";
import {
  type BookingRules,
  countActivity,
  lockBalances,
  rolledToNow,
  withCharge,
  withoutHold,
  writeBalance,
} from "./bookings.ts";
import { lockCursor } from "./cursor.ts";
import { withRetries } from "./with-retries.ts";

/** Few enough that other transactions do not wait long for the locks. */
const step = 100;

/**
 * Closes the holds of a dead process. The cost of their requests is unknown, so each is charged in full and may be
 * refunded. Stops as soon as the process turns out to be alive.
 */
export async function abandonHoldsOf(
  database: Database,
  rules: BookingRules,
  process: { readonly id: string; readonly beats: number | null },
): Promise<number> {
  let abandoned = 0;
  for (;;) {
    const closed = await withRetries(() =>
      database.transaction().execute(async (tx) => {
        if ((await beatsOf(tx, rules.engine, process.id)) !== process.beats) return 0;
        const found = await tx
          .selectFrom("holds")
          .select(["request_id as generationId", "key_id as keyId"])
          .where("process_id", "=", process.id)
          .orderBy("request_id")
          .limit(step)
          .execute();
        return await abandonHolds(tx, rules, found);
      }),
    );
    abandoned += closed;
    if (closed < step) break;
  }
  if (process.beats !== null)
    await database
      .deleteFrom("processes")
      .where("id", "=", process.id)
      .where("beats", "=", process.beats)
      .execute();
  return abandoned;
}

async function beatsOf(tx: Tx, engine: Store["engine"], id: string): Promise<number | null> {
  const row = await tx
    .selectFrom("processes")
    .select("beats")
    .where("id", "=", id)
    .$if(engine === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  return row?.beats ?? null;
}

export async function abandonHolds(
  tx: Tx,
  rules: BookingRules,
  batch: readonly Cancellation[],
): Promise<number> {
  if (batch.length === 0) return 0;
  const { engine } = rules;
  const keyIds = batch.map(({ keyId }) => keyId);
  await lockCredits(tx, engine, keyIds);
  const balances = await lockBalances(tx, engine, keyIds);
  const holds = await tx
    .deleteFrom("holds")
    .where(
      "request_id",
      "in",
      batch.map(({ generationId }) => generationId),
    )
    .where("key_id", "in", keyIds)
    .returningAll()
    .execute();
  const workspaces = await workspacesOf(tx, balances.keys());
  const nowMs = Math.max(rules.clock.nowMs(), (await lockCursor(tx)).closed_ms + 1);
  const days = new Map<string, number>();
  for (const hold of holds) {
    const before = balances.get(hold.key_id);
    if (before === undefined) continue;
    const balance = rolledToNow(before, nowMs);
    const row = toLedgerRow(hold, balance, workspaces.get(hold.key_id) ?? "", nowMs);
    await tx.insertInto("ledger").values(row).execute();
    await countActivity(tx, row, [], 1);
    days.set(hold.request_id, row.charged_day);
    balances.set(hold.key_id, withCharge(withoutHold(balance, hold), row.charged_nanousd, row));
  }
  for (const balance of balances.values()) await writeBalance(tx, balance);
  const ofBudgets = await changeBudgets(tx, engine, holds, (balance, hold) =>
    withClosedHold(
      balance,
      hold.amount_nanousd,
      hold.amount_nanousd,
      Math.max(days.get(hold.request_id) ?? 0, calendarDay(nowMs).day),
    ),
  );
  await alertCharges(tx, rules, { ofKeys: balances, ofBudgets, nowMs });
  return batch.length;
}

async function workspacesOf(tx: Tx, keyIds: Iterable<number>): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom("keys")
    .select(["id", "workspace_id"])
    .where("id", "in", [...keyIds])
    .execute();
  return new Map(rows.map((row) => [row.id, row.workspace_id]));
}

function toLedgerRow(
  hold: HoldRow,
  balance: KeyBalanceRow,
  workspaceId: string,
  nowMs: number,
): LedgerRow {
  const group = {
    model: hold.model,
    provider: null,
    app_url: hold.app_url,
    app_title: hold.app_title,
    end_user: hold.end_user,
    session_id: hold.session_id,
  };
  return {
    request_id: hold.request_id,
    key_id: hold.key_id,
    organisation_id: balance.organisation_id,
    workspace_id: workspaceId,
    state: "abandoned",
    held_nanousd: hold.amount_nanousd,
    charged_nanousd: hold.amount_nanousd,
    unbilled_nanousd: 0,
    uses_credits: hold.uses_credits,
    charged_day: balance.day,
    group_id: activityGroupId(
      {
        keyId: hold.key_id,
        workspaceId,
        model: hold.model,
        provider: null,
        appUrl: hold.app_url,
        appTitle: hold.app_title,
      },
      nowMs,
    ),
    created_at_ms: hold.created_at_ms,
    settled_at_ms: nowMs,
    operation: hold.operation,
    ...group,
    upstream_model: null,
    byok: hold.uses_credits === 1 ? 0 : 1,
    streamed: 0,
    input_tokens: 0,
    output_tokens: 0,
    cached_input_tokens: 0,
    reasoning_tokens: 0,
    estimated: 1,
    finish_reason: null,
    status: 500,
    error_kind: "abandoned",
    discount_nanousd: 0,
    price: null,
    input_nanousd: null,
    output_nanousd: null,
    cache_read_nanousd: null,
    cache_write_nanousd: null,
    upstream_nanousd: null,
    refunded_nanousd: null,
    latency_ms: Math.max(nowMs - hold.created_at_ms, 0),
    first_token_ms: null,
    attempts: "[]",
  };
}

import type { DatabaseSync } from "node:sqlite";
import { rolledTo } from "../balance.ts";
import { calendarDay } from "../calendar.ts";
import { chargeOf, type SettledFields, toSettledFields } from "../ledger-row.ts";
import { paidOff, unit } from "../rate.ts";
import type { HoldRow, KeyBalanceRow, KeyRow } from "../schema.ts";
import type { Settlement } from "../store.ts";
import { balanceColumns, createBalanceWriter } from "./balance-writer.ts";

type Key = KeyBalanceRow & Pick<KeyRow, "requests_per_minute" | "tokens_per_minute">;

/**
 * The same bookings as portico_settle in postgres/functions-1.ts, over one open transaction. Gives the
 * settlements that had no hold: booked before, abandoned, or cancelled.
 */
export function createSqliteSettle(database: DatabaseSync) {
  const takeHold = database.prepare(
    "delete from holds where request_id = ? and key_id = ? returning *",
  );
  const keyById = database.prepare(`
    select ${balanceColumns}, k.requests_per_minute, k.tokens_per_minute
    from key_balances b join keys k on k.id = b.key_id where b.key_id = ?`);
  const book = createBooking(database);
  const writeBalance = createBalanceWriter(database);

  return (batch: readonly Settlement[]): Settlement[] => {
    const keys = new Map<number, Key>();
    const find = (id: number) =>
      // The columns are those of the statement above; a hold's key always has its row.
      keys.get(id) ?? { ...(keyById.get(id) as unknown as Key) };
    const withoutHold = batch.filter((settlement) => {
      const hold = takeHold.get(settlement.requestId, settlement.keyId) as HoldRow | undefined;
      if (hold === undefined) return true;
      const fields = toSettledFields(settlement);
      const charge = chargeOf(settlement, hold.amount_nanousd);
      const key = charged(find(hold.key_id), hold, charge.chargedNanousd, fields);
      keys.set(hold.key_id, key);
      book(fields, hold, charge, key.day);
      return false;
    });
    for (const key of keys.values()) writeBalance(key);
    return withoutHold;
  };
}

function charged(key: Key, hold: HoldRow, nanousd: number, fields: SettledFields): Key {
  const today = rolledTo(key, calendarDay(fields.settled_at_ms));
  const credited = hold.uses_credits === 1;
  return {
    ...today,
    ...trueTokens(today, hold, fields),
    held_nanousd: key.held_nanousd - hold.amount_nanousd,
    usage_nanousd: key.usage_nanousd + nanousd,
    credits_held_nanousd: key.credits_held_nanousd - (credited ? hold.amount_nanousd : 0),
    credits_used_nanousd: key.credits_used_nanousd + (credited ? nanousd : 0),
    usage_day_nanousd: today.usage_day_nanousd + nanousd,
    usage_week_nanousd: today.usage_week_nanousd + nanousd,
    usage_month_nanousd: today.usage_month_nanousd + nanousd,
  };
}

/** The worst case was taken of the limit a minute; the truth may be less, or more than fits into the limit. */
function trueTokens(key: Key, hold: HoldRow, fields: SettledFields): Partial<Key> {
  if (hold.rate_tokens === null) return {};
  const elapsedMs = fields.settled_at_ms - key.rated_at_ms;
  const missed = fields.input_tokens + fields.output_tokens - hold.rate_tokens;
  const debt = paidOff(key.tokens_debt, key.tokens_per_minute ?? 0, elapsedMs);
  return {
    requests_debt: paidOff(key.requests_debt, key.requests_per_minute ?? 0, elapsedMs),
    tokens_debt: Math.max(0, debt + missed * unit),
    rated_at_ms: Math.max(key.rated_at_ms, fields.settled_at_ms),
  };
}

type Booking = (
  fields: SettledFields,
  hold: HoldRow,
  charge: ReturnType<typeof chargeOf>,
  day: number,
) => void;

const ledgerColumns = [
  ..."request_id key_id organisation_id workspace_id state held_nanousd charged_nanousd".split(" "),
  ..."unbilled_nanousd uses_credits charged_day group_id created_at_ms settled_at_ms".split(" "),
  ..."operation model provider upstream_model byok streamed input_tokens output_tokens".split(" "),
  ..."cached_input_tokens reasoning_tokens estimated finish_reason status error_kind".split(" "),
  ..."discount_nanousd latency_ms first_token_ms attempts app_url app_title".split(" "),
];

function createBooking(database: DatabaseSync): Booking {
  const insertLedger = database.prepare(`
    insert into ledger (${ledgerColumns.join(", ")})
    values (${ledgerColumns.map((column) => `:${column}`).join(", ")})`);
  const countActivity = database.prepare(`
    insert into activity_days (organisation_id, day, group_id, key_id, workspace_id, model, provider, app_url,
      app_title, requests, estimated_requests, failures, byok_requests, input_tokens, output_tokens,
      cached_input_tokens, reasoning_tokens, cost_nanousd)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (organisation_id, day, group_id) do update set requests = requests + 1,
      estimated_requests = estimated_requests + excluded.estimated_requests,
      failures = failures + excluded.failures,
      byok_requests = byok_requests + excluded.byok_requests,
      input_tokens = input_tokens + excluded.input_tokens,
      output_tokens = output_tokens + excluded.output_tokens,
      cached_input_tokens = cached_input_tokens + excluded.cached_input_tokens,
      reasoning_tokens = reasoning_tokens + excluded.reasoning_tokens,
      cost_nanousd = cost_nanousd + excluded.cost_nanousd`);
  return (fields, hold, { chargedNanousd, unbilledNanousd }, day) => {
    insertLedger.run({
      ...fields,
      held_nanousd: hold.amount_nanousd,
      charged_nanousd: chargedNanousd,
      unbilled_nanousd: unbilledNanousd,
      uses_credits: hold.uses_credits,
      charged_day: day,
      created_at_ms: hold.created_at_ms,
    });
    countActivity.run(
      fields.organisation_id,
      day,
      fields.group_id,
      fields.key_id,
      fields.workspace_id,
      fields.model,
      fields.provider,
      fields.app_url,
      fields.app_title,
      fields.estimated,
      fields.status >= 400 ? 1 : 0,
      fields.byok,
      fields.input_tokens,
      fields.output_tokens,
      fields.cached_input_tokens,
      fields.reasoning_tokens,
      chargedNanousd,
    );
  };
}

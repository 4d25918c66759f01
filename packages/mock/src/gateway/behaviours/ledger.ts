import type { Schema } from "@portico/contract/facts";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { dayMs } from "@portico/core/rules/calendar";
import { fromIso, toIso } from "@portico/core/rules/dates";
import { acting } from "../world/acting.ts";
import type { WorldData } from "../world/data.ts";
import { settledAt } from "../world/figures.ts";
import { findKey } from "../world/keys.ts";
import { nowOf } from "../world/now.ts";
import { cursorPage } from "../world/page.ts";
import { creditsHeld, creditsUsed } from "../world/spending.ts";

type Generation = Schema<"Generation">;
type Check = Schema<"LedgerCheck">;

const states = ["settled", "released", "abandoned", "refunded", "pruned"] as const;

/** The sums of the world's requests. What the world counts by itself agrees with itself. */
export const getLedger = acting<"getLedger">(200, ({ query, world: { data } }) => {
  const from = query.start_date === undefined ? 0 : fromIso(query.start_date, "start_date");
  const to =
    query.end_date === undefined
      ? Number.POSITIVE_INFINITY
      : fromIso(query.end_date, "end_date") + dayMs;
  const meant = data.generations
    .map(({ record }) => record)
    .filter((one) => settledAt(one) >= from && settledAt(one) < to);
  const { granted, enforced } = data.credits;
  const [used, held] = [creditsUsed(data), creditsHeld(data)];
  const checks = checksOf(data);
  return {
    data: {
      start_date: query.start_date ?? null,
      end_date: query.end_date ?? null,
      enforced,
      granted: toUsd(granted),
      used: toUsd(used),
      held: toUsd(held),
      left: toUsd(granted - used - held),
      open_holds: (data.holds ?? []).length,
      states: states.map((state) => ({
        state,
        ...sumsOf(meant.filter((one) => stateOf(one) === state)),
      })),
      totals: sumsOf(meant),
      checks,
      agrees: checks.every(({ agrees }) => agrees !== false),
      checked_at: toIso(nowOf(data)),
    },
  };
});

/** A request for which nothing was billed is shown as settled, and its hold was released. */
function stateOf({ state, provider_name: provider, total_cost: cost }: Generation) {
  return state === "settled" && provider === null && cost === 0 ? "released" : state;
}

function sumsOf(group: readonly Generation[]): Schema<"LedgerSums"> {
  const sum = (read: (one: Generation) => number) =>
    toUsd(group.reduce((all, one) => all + toNanousd(read(one)), 0));
  return {
    requests: group.length,
    held: sum((one) => one.held),
    charged: sum((one) => one.total_cost),
    unbilled: sum((one) => one.unbilled),
    refunded: sum((one) => (one.state === "refunded" ? formerChargeOf(one) : 0)),
  };
}

/** What was given back: an abandoned request had been charged its hold. */
function formerChargeOf({ cost_details: parts, held, unbilled }: Generation): number {
  if (parts === null) return held;
  const { input_cost, output_cost, cache_read_cost, cache_write_cost, discount } = parts;
  return input_cost + output_cost + cache_read_cost + cache_write_cost - discount - unbilled;
}

function checksOf(data: WorldData): Check[] {
  const { granted } = data.credits;
  const grants = data.grants?.reduce((sum, { amount }) => sum + toNanousd(amount), 0) ?? granted;
  const held = creditsHeld(data);
  const used = creditsUsed(data);
  const days = requestsSince(data, (Math.floor(nowOf(data) / dayMs) - 1) * dayMs);
  const hour = requestsSince(data, nowOf(data) - 60 * 60 * 1000);
  const agreed = (name: Check["name"], sum: number) => checkOf(name, sum, sum);
  return [
    checkOf("grants", grants, granted),
    ...(["holds", "credit_holds"] as const).map((name) => agreed(name, held)),
    ...(["charges", "credit_charges"] as const).map((name) => agreed(name, used)),
    agreed("credit_totals", used + held),
    agreed("budgets", 0),
    agreed("activity_requests", days.length),
    agreed("activity_charges", chargeOf(days)),
    agreed("activity_unbilled", toNanousd(sumsOf(days).unbilled)),
    agreed("recent_charges", chargeOf(hour)),
    agreed("recent_states", 0),
  ];
}

function requestsSince({ generations }: WorldData, ms: number): Generation[] {
  return generations.map(({ record }) => record).filter((one) => settledAt(one) >= ms);
}

function chargeOf(group: readonly Generation[]): number {
  return toNanousd(sumsOf(group).charged);
}

const counted: ReadonlySet<Check["name"]> = new Set(["activity_requests", "recent_states"]);

function checkOf(name: Check["name"], expected: number, found: number): Check {
  const unit = counted.has(name) ? "requests" : "usd";
  const shown = (sum: number) => (unit === "usd" ? toUsd(sum) : sum);
  const sums = { expected: shown(expected), found: shown(found) };
  return { name, agrees: expected === found, unit, ...sums, difference: shown(found - expected) };
}

export const listCreditGrants = acting<"listCreditGrants">(200, ({ query, world: { data } }) =>
  cursorPage((data.grants ?? []).toReversed(), "/credits/grants", query, ({ id }) => id),
);

/** The oldest first, as long as they have been held by now. */
export const listHolds = acting<"listHolds">(200, ({ query, world: { data } }) => {
  const { api_key_hash: key } = query;
  const keyId = key === undefined ? null : findKey(data, key).record.id;
  const meant = (data.holds ?? [])
    .filter((one) => keyId === null || one.api_key_id === keyId)
    .map((one) => ({ ...one, age: Math.max(0, nowOf(data) - Date.parse(one.created_at)) }))
    .toSorted((one, other) => other.age - one.age);
  const total = meant.reduce((sum, { amount }) => sum + toNanousd(amount), 0);
  return {
    ...cursorPage(meant, "/holds", query, () => 0),
    total_count: meant.length,
    total_held: toUsd(total),
  };
});

/** The example's, where the world has none of its own. */
export const getStatus = acting<"getStatus">(200, ({ world: { data }, example }) => ({
  data: { ...(data.status ?? example().data), held: toUsd(creditsHeld(data)) },
}));

import type { Input, Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { fromIso, toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { readCursor, toCursor } from "@portico/core/rules/pages";
import type {
  CountedState,
  HoldRecord,
  LedgerCheck,
  LedgerFacts,
  LedgerPeriod,
  LedgerSums,
} from "../../store/ports/ledger.ts";
import { behind } from "../lists/lists.ts";
import { type Operation, ok } from "../operation.ts";
import { keyFilter } from "./owner-of.ts";

type Query = Input<"getLedger">["query"];

const dayMs = 24 * 60 * 60 * 1000;

export const getLedger: Operation<"getLedger"> = async ({ query }, { caller, gateway }) => {
  const facts = await gateway.store.ledger.sums(caller.organisationId, periodOf(query));
  const checks = facts.checks.map(toCheck);
  return ok({
    data: {
      start_date: query.start_date ?? null,
      end_date: query.end_date ?? null,
      granted: toUsd(facts.grantedNanousd),
      used: toUsd(facts.usedNanousd),
      held: toUsd(facts.heldNanousd),
      left: toUsd(facts.grantedNanousd - facts.usedNanousd - facts.heldNanousd),
      enforced: gateway.creditsEnforced,
      open_holds: facts.openHolds,
      ...sumsOf(facts),
      checks,
      agrees: checks.every(({ agrees }) => agrees !== false),
      checked_at: toIso(facts.readAtMs),
    },
  });
};

function periodOf({ start_date: from, end_date: to }: Query): LedgerPeriod {
  const day = (text: string, field: string) => Math.floor(fromIso(text, field) / dayMs);
  return {
    ...(from !== undefined && { fromDay: day(from, "start_date") }),
    ...(to !== undefined && { toDay: day(to, "end_date") }),
  };
}

const states = [
  "settled",
  "released",
  "abandoned",
  "refunded",
  "pruned",
] as const satisfies readonly CountedState[];

const nothing: LedgerSums = { requests: 0, held: 0, charged: 0, unbilled: 0, refunded: 0 };

function sumsOf({ states: found }: LedgerFacts) {
  return {
    states: states.map((state) => ({ state, ...toSums(found.get(state) ?? nothing) })),
    totals: toSums([...found.values()].reduce(plus, nothing)),
  };
}

function plus(one: LedgerSums, other: LedgerSums): LedgerSums {
  return {
    requests: one.requests + other.requests,
    held: one.held + other.held,
    charged: one.charged + other.charged,
    unbilled: one.unbilled + other.unbilled,
    refunded: one.refunded + other.refunded,
  };
}

function toSums({ requests, ...amounts }: LedgerSums): Schema<"LedgerSums"> {
  return {
    requests,
    held: toUsd(amounts.held),
    charged: toUsd(amounts.charged),
    unbilled: toUsd(amounts.unbilled),
    refunded: toUsd(amounts.refunded),
  };
}

function toCheck({ name, unit, sums }: LedgerCheck): Schema<"LedgerCheck"> {
  if (sums === null)
    return { name, agrees: null, unit, expected: null, found: null, difference: null };
  const { expected, found } = sums;
  const shown = (sum: number) => (unit === "usd" ? toUsd(sum) : sum);
  return {
    name,
    agrees: found === expected,
    unit,
    expected: shown(expected),
    found: shown(found),
    // Subtracted as whole numbers: a nanodollar is lost in the fractions of large sums.
    difference: shown(found - expected),
  };
}

const defaultLimit = 50;

export const listHolds: Operation<"listHolds"> = async ({ query }, { caller, gateway }) => {
  const { store } = gateway;
  const { limit = defaultLimit } = query;
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const page = await store.ledger.holds(caller.organisationId, {
    limit,
    ...(after !== null && { after: { createdAtMs: after.number, generationId: after.id } }),
    ...(await keyFilter(gateway, caller, query.api_key_hash)),
  });
  const { next } = page;
  const cursor = next && toCursor({ number: next.createdAtMs, id: next.generationId });
  return ok({
    data: page.records.map((hold) =>
      toHold(hold, page.readAtMs, store.money.silenceOf(hold.processId)),
    ),
    total_count: page.totalCount,
    total_held: toUsd(page.totalNanousd),
    ...behind("/holds", { ...query, limit }, cursor),
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

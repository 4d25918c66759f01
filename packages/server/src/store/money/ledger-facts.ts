import { dayMs } from "@portico/core/rules/calendar";
import { sql } from "kysely";
import { GatewayError } from "../../errors.ts";
import type {
  CountedState,
  LedgerCheck,
  LedgerFacts,
  LedgerPeriod,
  LedgerSums,
} from "../ports/ledger.ts";
import type { Tx } from "../schema.ts";
import {
  checkBudgets,
  checkRecent,
  readActivity,
  readGranted,
  readHeld,
  readStored,
} from "./ledger-checks.ts";

/** More are uncounted only for some time after an upgrade. */
const mostUncounted = 100_000;
/** Today and yesterday. */
const comparedDays = 2;

interface Row {
  readonly state: CountedState;
  readonly uses_credits: 0 | 1;
  readonly is_asked: 0 | 1;
  readonly is_compared: 0 | 1;
  readonly requests: number;
  readonly held: number;
  readonly charged: number;
  readonly unbilled: number;
  readonly refunded: number;
}

/** The caller has made the transaction read one moment. */
export async function readLedger(
  tx: Tx,
  organisationId: string,
  period: LedgerPeriod,
): Promise<LedgerFacts> {
  const readAtMs = Date.now();
  const { states_ms: statesMs, counted_ms: countedMs } = await tx
    .selectFrom("activity_cursor")
    .select(["states_ms", "counted_ms"])
    .executeTakeFirstOrThrow();
  await refuseUncounted(tx, statesMs);
  const comparedFrom = Math.floor(readAtMs / dayMs) - comparedDays + 1;
  const rows = await readStates(tx, { organisationId, statesMs, comparedFrom, period });
  const stored = await readStored(tx, organisationId);
  const held = await readHeld(tx, organisationId);
  const inCredits = rows.filter((row) => row.uses_credits === 1);
  const compared = sumOf(rows.filter((row) => row.is_compared === 1));
  const activity = await readActivity(tx, organisationId, comparedFrom);
  const granted = await readGranted(tx, organisationId);
  return {
    readAtMs,
    grantedNanousd: stored.granted,
    usedNanousd: stored.creditsUsed,
    heldNanousd: stored.creditsHeld,
    openHolds: held.count,
    states: byState(rows.filter((row) => row.is_asked === 1)),
    checks: [
      check("grants", "usd", granted, stored.granted),
      check("holds", "usd", held.held, stored.held),
      check("credit_holds", "usd", held.credits, stored.creditsHeld),
      check("charges", "usd", sumOf(rows).charged, stored.usage),
      check("credit_charges", "usd", sumOf(inCredits).charged, stored.creditsUsed),
      check("credit_totals", "usd", stored.creditsUsed + stored.creditsHeld, stored.creditTotal),
      await checkBudgets(tx, organisationId, comparedFrom + 1),
      check("activity_requests", "requests", compared.requests, activity.requests),
      check("activity_charges", "usd", compared.charged, activity.charged),
      check("activity_unbilled", "usd", compared.unbilled, activity.unbilled),
      ...(await checkRecent(tx, organisationId, countedMs)),
    ],
  };
}

function check(
  name: LedgerCheck["name"],
  unit: LedgerCheck["unit"],
  expected: number,
  found: number,
): LedgerCheck {
  return { name, unit, sums: { expected, found } };
}

async function refuseUncounted(tx: Tx, statesMs: number): Promise<void> {
  const { rows } = await sql`select 1 from ledger where settled_at_ms > ${statesMs}
    order by settled_at_ms limit 1 offset ${mostUncounted}`.execute(tx);
  if (rows.length > 0)
    throw new GatewayError("unavailable", {
      message: "The requests of before the upgrade are still being counted. Try again later.",
      retryAfterSeconds: 10,
    });
}

interface LedgerRequest {
  readonly organisationId: string;
  readonly statesMs: number;
  readonly comparedFrom: number;
  readonly period: LedgerPeriod;
}

/** The counted days, and the rows of the ledger that are not counted yet. */
async function readStates(
  tx: Tx,
  { organisationId, statesMs, comparedFrom, period }: LedgerRequest,
): Promise<readonly Row[]> {
  const { fromDay = 0, toDay = 2 ** 31 - 1 } = period;
  const { rows } = await sql<Row>`
    select state, uses_credits, is_asked, is_compared, sum(requests) as requests, sum(held) as held,
      sum(charged) as charged, sum(unbilled) as unbilled, sum(refunded) as refunded
    from (
      select state, uses_credits, requests, held, charged, unbilled, refunded,
        case when day >= ${fromDay} and day <= ${toDay} then 1 else 0 end as is_asked,
        case when day >= ${comparedFrom} then 1 else 0 end as is_compared
      from (
        select day, state, uses_credits, requests, held_nanousd as held, charged_nanousd as charged,
          unbilled_nanousd as unbilled, refunded_nanousd as refunded
        from ledger_days where organisation_id = ${organisationId}
        union all
        select charged_day, state, uses_credits, 1, held_nanousd, charged_nanousd, unbilled_nanousd,
          coalesce(refunded_nanousd, 0)
        from ledger where settled_at_ms > ${statesMs} and organisation_id = ${organisationId}
      ) as all_rows
    ) as sorted_rows
    group by state, uses_credits, is_asked, is_compared`.execute(tx);
  return rows;
}

function byState(rows: readonly Row[]): ReadonlyMap<CountedState, LedgerSums> {
  const groups = Map.groupBy(rows, ({ state }) => state);
  return new Map([...groups].map(([state, own]) => [state, sumOf(own)]));
}

function sumOf(rows: readonly Row[]): LedgerSums {
  const sum = (name: keyof LedgerSums) => rows.reduce((total, row) => total + row[name], 0);
  return {
    requests: sum("requests"),
    held: sum("held"),
    charged: sum("charged"),
    unbilled: sum("unbilled"),
    refunded: sum("refunded"),
  };
}

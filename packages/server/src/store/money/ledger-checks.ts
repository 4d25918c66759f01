import { sql } from "kysely";
import type { LedgerCheck } from "../ports/ledger.ts";
import type { Tx } from "../schema.ts";
import { hourMs } from "./hour-counts.ts";

/** A request that is charged what its state forbids. */
export const chargeForbidden = `charged_nanousd > held_nanousd or charged_nanousd < 0
  or (state in ('released', 'refunded') and charged_nanousd <> 0)
  or (state = 'abandoned' and charged_nanousd <> held_nanousd)`;

/** Rows of the ledger that are read at once for a check. */
const mostRecentRows = 20_000;

/** The sums of the whole organisation, of now. */
export interface StoredSums {
  readonly granted: number;
  readonly held: number;
  readonly creditsHeld: number;
  readonly usage: number;
  readonly creditsUsed: number;
}

export async function readStored(tx: Tx, organisationId: string): Promise<StoredSums> {
  const { rows } = await sql<StoredSums>`
    select coalesce(sum(held_nanousd), 0) as held, coalesce(sum(credits_held_nanousd), 0) as "creditsHeld",
      coalesce(sum(usage_nanousd), 0) as usage, coalesce(sum(credits_used_nanousd), 0) as "creditsUsed",
      coalesce((select granted_nanousd from organisations where id = ${organisationId}), 0) as granted
    from key_balances where organisation_id = ${organisationId}`.execute(tx);
  return rows[0] ?? { granted: 0, held: 0, creditsHeld: 0, usage: 0, creditsUsed: 0 };
}

export async function readGranted(tx: Tx, organisationId: string): Promise<number> {
  const { rows } = await sql<{ readonly granted: number }>`
    select coalesce(sum(amount_nanousd), 0) as granted from credit_grants
    where organisation_id = ${organisationId}`.execute(tx);
  return rows[0]?.granted ?? 0;
}

interface HeldSums {
  readonly count: number;
  readonly held: number;
  readonly credits: number;
}

export async function readHeld(tx: Tx, organisationId: string): Promise<HeldSums> {
  const { rows } = await sql<HeldSums>`
    select count(*) as count, coalesce(sum(amount_nanousd), 0) as held,
      coalesce(sum(case when uses_credits = 1 then amount_nanousd else 0 end), 0) as credits
    from holds h join keys k on k.id = h.key_id where k.organisation_id = ${organisationId}`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, held: 0, credits: 0 };
}

export interface ActivitySums {
  readonly requests: number;
  readonly charged: number;
  readonly unbilled: number;
}

export async function readActivity(
  tx: Tx,
  organisationId: string,
  fromDay: number,
): Promise<ActivitySums> {
  const { rows } = await sql<ActivitySums>`
    select coalesce(sum(requests), 0) as requests, coalesce(sum(cost_nanousd), 0) as charged,
      coalesce(sum(unbilled_nanousd), 0) as unbilled
    from activity_days where organisation_id = ${organisationId} and day >= ${fromDay}`.execute(tx);
  return rows[0] ?? { requests: 0, charged: 0, unbilled: 0 };
}

/** The single requests of the last whole hour that is counted in the activity. */
export async function checkRecent(
  tx: Tx,
  organisationId: string,
  countedMs: number,
): Promise<readonly LedgerCheck[]> {
  const hour = Math.floor((countedMs + 1) / hourMs) - 1;
  const inHour = sql`settled_at_ms >= ${hour * hourMs} and settled_at_ms < ${(hour + 1) * hourMs}`;
  const { rows: over } = await sql`select 1 from ledger where ${inHour}
    order by settled_at_ms limit 1 offset ${mostRecentRows}`.execute(tx);
  if (over.length > 0)
    return [
      { name: "recent_charges", unit: "usd", sums: null },
      { name: "recent_states", unit: "requests", sums: null },
    ];
  const { rows } = await sql<Record<"charged" | "forbidden" | "counted", number>>`
    select coalesce(sum(charged_nanousd), 0) as charged,
      coalesce(sum(case when ${sql.raw(chargeForbidden)} then 1 else 0 end), 0) as forbidden,
      coalesce((select sum(cost_nanousd) from activity_hours where organisation_id = ${organisationId}
        and is_coarse = 1 and hour = ${hour}), 0) as counted
    from ledger where organisation_id = ${organisationId} and ${inHour}`.execute(tx);
  const { charged = 0, forbidden = 0, counted = 0 } = rows[0] ?? {};
  return [
    { name: "recent_charges", unit: "usd", sums: { expected: charged, found: counted } },
    { name: "recent_states", unit: "requests", sums: { expected: 0, found: forbidden } },
  ];
}

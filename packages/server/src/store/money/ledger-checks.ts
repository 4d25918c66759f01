import { dayMs } from "@portico/core/rules/calendar";
import { sql } from "kysely";
import { creditShares } from "../budgets/shares.ts";
import { subjectsOfTags } from "../budgets/subjects.ts";
import { ofWorkspace } from "../placement.ts";
import type { LedgerCheck } from "../ports/ledger.ts";
import type { Tx } from "../schema.ts";
import { hourMs } from "./hour-counts.ts";
import { readTags } from "./ledger-row.ts";

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
  /** The organisation's own total of the credits; the sum of the keys where none is kept. */
  readonly creditTotal: number;
}

export async function readStored(tx: Tx, organisationId: string): Promise<StoredSums> {
  const { rows } = await sql<Omit<StoredSums, "granted" | "creditTotal">>`
    select coalesce(sum(held_nanousd), 0) as held, coalesce(sum(credits_held_nanousd), 0) as "creditsHeld",
      coalesce(sum(usage_nanousd), 0) as usage, coalesce(sum(credits_used_nanousd), 0) as "creditsUsed"
    from key_balances where organisation_id = ${organisationId}`.execute(tx);
  const { rows: own } = await sql<{ readonly granted: number; readonly total: number | null }>`
    select o.granted_nanousd as granted, case o.credits_kept when 1 then o.credits_used_nanousd + o.credits_held_nanousd
        + coalesce(sum(s.usage_nanousd + s.held_nanousd), 0) end as total
    from organisations o left join (${sql.raw(creditShares)}) s on s.organisation_id = o.id
    where o.id = ${organisationId}
    group by o.id, o.granted_nanousd, o.credits_kept, o.credits_used_nanousd, o.credits_held_nanousd`.execute(
    tx,
  );
  const sums = rows[0] ?? { held: 0, creditsHeld: 0, usage: 0, creditsUsed: 0 };
  const { granted = 0, total = null } = own[0] ?? {};
  return { ...sums, granted, creditTotal: total ?? sums.creditsUsed + sums.creditsHeld };
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

/**
 * A workspace's balance has what its keys have spent. An end user's and a tag's have at least what the ledger says of their last
 * day, if that is today: retention removes rows, and keys may be at a later day.
 */
export async function checkBudgets(
  tx: Tx,
  organisationId: string,
  today: number,
): Promise<LedgerCheck> {
  const ofTheirs = (column: string) => ofWorkspace(tx, sql.ref("b.workspace_id"), column);
  const { rows: over } = await sql`select 1 from ledger where settled_at_ms >= ${today * dayMs}
    order by settled_at_ms limit 1 offset ${mostRecentRows}`.execute(tx);
  const since = over.length > 0 ? 2 ** 31 - 1 : today;
  const { rows } = await sql<Sums>`
    select coalesce(sum(case when least_spent > found then least_spent else found end), 0) as expected,
      coalesce(sum(found), 0) as found
    from (
      select b.usage_day_nanousd as found, (select coalesce(sum(l.charged_nanousd), 0) from ledger l
          where l.organisation_id = b.organisation_id and l.end_user = b.end_user
            and l.workspace_id = b.workspace_id and l.charged_day >= b.day
            and l.settled_at_ms >= cast(b.day as bigint) * ${sql.lit(dayMs)}) as least_spent
      from budget_balances b where b.organisation_id = ${organisationId} and b.end_user <> ''
        and substr(b.end_user, 1, 1) <> ' ' and b.day >= ${since}
    ) as of_end_users
    union all
    select coalesce(sum(spent), 0), coalesce(sum(found), 0)
    from (
      select b.usage_nanousd + (select coalesce(sum(h.usage_nanousd), 0) from shares h
          where h.balance_id = b.id and ${ofTheirs("h.workspace")}) as found,
        (select coalesce(sum(s.usage_nanousd), 0) from keys k
          join key_balances s on s.key_id = k.id
          where k.workspace_id = b.workspace_id and ${ofTheirs("s.workspace")}) as spent
      from budget_balances b where b.organisation_id = ${organisationId} and b.end_user = ''
    ) as of_workspaces`.execute(tx);
  const all = [...rows, await sumsOfTags(tx, organisationId, since)];
  const sum = (of: keyof Sums) => all.reduce((total, row) => total + Number(row[of]), 0);
  return { name: "budgets", unit: "usd", sums: { expected: sum("expected"), found: sum("found") } };
}

interface Sums {
  readonly expected: number;
  readonly found: number;
}

/** A request counts under each of its tags. */
async function sumsOfTags(tx: Tx, organisationId: string, since: number): Promise<Sums> {
  const balances = await tx
    .selectFrom("budget_balances")
    .select(["workspace_id", "end_user", "day", "usage_day_nanousd as found"])
    .where("organisation_id", "=", organisationId)
    .where("day", ">=", since)
    .where(sql<boolean>`substr(end_user, 1, 1) = ' '`)
    .execute();
  if (balances.length === 0) return { expected: 0, found: 0 };
  const charges = await tx
    .selectFrom("ledger")
    .select(({ fn }) => [
      "workspace_id",
      "tags",
      "charged_day as day",
      fn.sum<number>("charged_nanousd").as("charged"),
    ])
    .where("organisation_id", "=", organisationId)
    .where("settled_at_ms", ">=", since * dayMs)
    .where("charged_day", ">=", since)
    .where("tags", "is not", null)
    .groupBy(["workspace_id", "tags", "charged_day"])
    .execute();
  const spent = new Map<string, { day: number; charged: number }[]>();
  for (const { workspace_id: workspace, tags, ...charge } of charges)
    for (const subject of subjectsOfTags(readTags(tags) ?? {})) {
      const place = `${workspace} ${subject}`;
      spent.set(place, [...(spent.get(place) ?? []), charge]);
    }
  const least = ({ workspace_id: workspace, end_user, day }: (typeof balances)[number]) =>
    (spent.get(`${workspace} ${end_user}`) ?? [])
      .filter((charge) => charge.day >= day)
      .reduce((sum, { charged }) => sum + Number(charged), 0);
  return {
    expected: balances.reduce((sum, one) => sum + Math.max(least(one), one.found), 0),
    found: balances.reduce((sum, { found }) => sum + found, 0),
  };
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
  const { rows } = await sql<Record<"charged" | "forbidden", number>>`
    select coalesce(sum(charged_nanousd), 0) as charged,
      coalesce(sum(case when ${sql.raw(chargeForbidden)} then 1 else 0 end), 0) as forbidden
    from ledger where organisation_id = ${organisationId} and ${inHour}`.execute(tx);
  const { rows: sums } = await sql<{ readonly counted: number }>`
    select coalesce(sum(cost_nanousd), 0) as counted from activity_hours
    where organisation_id = ${organisationId} and is_coarse = 1 and hour = ${hour}`.execute(tx);
  const { charged = 0, forbidden = 0 } = rows[0] ?? {};
  const { counted = 0 } = sums[0] ?? {};
  return [
    { name: "recent_charges", unit: "usd", sums: { expected: charged, found: counted } },
    { name: "recent_states", unit: "requests", sums: { expected: 0, found: forbidden } },
  ];
}

import { type CalendarDay, calendarDay } from "@portico/core/rules/calendar";
import { type RawBuilder, sql } from "kysely";
import type { KeyPage, KeyPlace, KeyQuery } from "../ports/keys.ts";
import type { Database, KeyBalanceRow, KeyRow } from "../schema.ts";
import type { Store } from "../store.ts";
import { toKeyRecord } from "./key-records.ts";
import { mayBeStored } from "./rows.ts";

type Row = KeyRow & KeyBalanceRow & { readonly amount: number | null };

/**
 * One page of keys. A cursor names the last key of the page before by what the list is sorted by and by its number, so the
 * next page begins behind it, however many keys have come or gone. The newest are read in the order of their index; the
 * others are all read and sorted, because an index of amounts would be written with every request.
 */
export async function listKeys(
  database: Database,
  engine: Store["engine"],
  organisationId: string,
  query: KeyQuery,
): Promise<KeyPage> {
  const { search = "", limit, offset, after } = query;
  if (!mayBeStored(search)) return { records: [], totalCount: 0, next: null };
  const own = [
    sql`k.organisation_id = ${organisationId}`,
    sql`k.deleted_at_ms is null`,
    ...conditionsOf(engine, query),
  ];
  const amount = amountOf(query, calendarDay(Date.now()));
  const behind = after === undefined ? [] : [isBehind(query, amount, after)];
  const order = orderOf(query, amount);
  // Only numbers and amounts are sorted: whole rows would not fit into the memory of a sort.
  const { rows } = await sql<Row>`select k.*, b.*, found.amount from (
      select k.id, ${amount} as amount
      from keys as k join key_balances as b on b.key_id = k.id
      where ${sql.join([...own, ...behind], sql` and `)}
      order by ${order} limit ${limit + 1} offset ${after === undefined ? offset : 0}
    ) as found join keys as k on k.id = found.id join key_balances as b on b.key_id = k.id
    order by ${order}`.execute(database);
  const counted = await sql<{ readonly count: number }>`
    select count(*) as count from keys as k where ${sql.join(own, sql` and `)}`.execute(database);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    records: page.map(toKeyRecord),
    totalCount: counted.rows[0]?.count ?? 0,
    next: rows.length > limit && last !== undefined ? { id: last.id, nanousd: last.amount } : null,
  };
}

function conditionsOf(engine: Store["engine"], query: KeyQuery): RawBuilder<unknown>[] {
  const { workspaceId, includeDisabled, search, kind, isExposed } = query;
  return [
    ...(workspaceId === undefined ? [] : [sql`k.workspace_id = ${workspaceId}`]),
    ...(includeDisabled === false ? [sql`k.disabled = 0`] : []),
    ...(kind === undefined ? [] : [sql`k.kind = ${kind}`]),
    ...(isExposed === undefined
      ? []
      : [isExposed ? sql`k.exposed_at_ms is not null` : sql`k.exposed_at_ms is null`]),
    ...(search === undefined ? [] : [matches(engine, search)]),
  ];
}

/** A process of an earlier version writes keys without the text for searches. */
const searched = sql`coalesce(k.search_text,
  lower(k.name || ' ' || k.label || ' ' || coalesce(k.owner_email, '') || ' ' || coalesce(k.created_by, '')))`;

function matches(engine: Store["engine"], search: string): RawBuilder<unknown> {
  const find = sql.raw(engine === "sqlite" ? "instr" : "strpos");
  const text = search.toLowerCase();
  return sql`(${sql.join(
    [
      sql`${find}(${searched}, ${text}) > 0`,
      ...(/^[1-9][0-9]{0,14}$/.test(text) ? [sql`k.id = ${Number(text)}`] : []),
      ...(/^[0-9a-f]{8,64}$/.test(text)
        ? [sql`substr(k.hash, 1, ${sql.lit(text.length)}) = ${text}`]
        : []),
    ],
    sql` or `,
  )})`;
}

/** What the list is sorted by, in nanodollars; null where it has no amount. */
function amountOf(
  { sort }: KeyQuery,
  { day, weekStart, monthStart }: CalendarDay,
): RawBuilder<unknown> {
  if (sort === "most_spent") return sql`b.usage_nanousd`;
  if (sort !== "least_left") return sql`cast(null as bigint)`;
  const since = (start: number, usage: RawBuilder<unknown>) =>
    sql`case when b.day >= ${sql.lit(start)} then ${usage} else 0 end`;
  return sql`(k.limit_nanousd - b.held_nanousd - case k.limit_reset
    when 'daily' then ${since(day, sql`b.usage_day_nanousd`)}
    when 'weekly' then ${since(weekStart, sql`b.usage_week_nanousd`)}
    when 'monthly' then ${since(monthStart, sql`b.usage_month_nanousd`)}
    else b.usage_nanousd end)`;
}

function orderOf({ sort }: KeyQuery, amount: RawBuilder<unknown>): RawBuilder<unknown> {
  if (sort === "most_spent") return sql`b.usage_nanousd desc, k.id desc`;
  if (sort === "least_left") return sql`${amount} asc nulls last, k.id desc`;
  return sql`k.id desc`;
}

function isBehind(
  { sort = "newest" }: KeyQuery,
  amount: RawBuilder<unknown>,
  { id, nanousd }: KeyPlace,
): RawBuilder<unknown> {
  const isLater = sql`k.id < ${id}`;
  if (sort === "newest") return isLater;
  if (nanousd === null) return sql`(k.limit_nanousd is null and ${isLater})`;
  if (sort === "most_spent")
    return sql`(${amount} < ${nanousd} or (${amount} = ${nanousd} and ${isLater}))`;
  return sql`(k.limit_nanousd is null or ${amount} > ${nanousd} or (${amount} = ${nanousd} and ${isLater}))`;
}

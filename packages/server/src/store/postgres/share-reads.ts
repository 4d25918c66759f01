import { newShares } from "../judge/hot-tables.ts";
import { numberList, placed, type Statement, statement, textList } from "./pipeline.ts";
import type { OwnShares } from "./shares.ts";

/** A share that an organisation was granted more after is left out: see `granted_nanousd`. */
const lockOwnShares = placed(
  (of) => `select row_to_json(s) from shares s
  join organisations o on o.id = s.organisation_id
  where s.holder = $1 and s.lane = $2 and (s.balance_id = any($3::bigint[])
    or s.balance_id is null and s.organisation_id = any($4::text[])
      and s.granted_nanousd = o.granted_nanousd and o.credits_kept = 1)${of("s.workspace")}
  order by s.id for update of s`,
);

/** None for a batch without shares. */
export function lockingOwn({ holder, lane, balances, organisations }: OwnShares) {
  if (balances.size === 0 && organisations.size === 0) return [];
  const subjects = [numberList(balances.values()), textList(organisations.keys())] as const;
  return [["shares", lockOwnShares, holder, lane, ...subjects] as const];
}

export const readSharers: Statement = statement(`select s.organisation_id, count(*) from shares s
  where s.balance_id is null and s.organisation_id in (
    select k.organisation_id from keys k where k.id = any($1::bigint[]))
  group by s.organisation_id`);

export const lockShares = placed(
  (of) => `select row_to_json(s) from shares s
  where (s.balance_id = any($1::bigint[]) or s.balance_id is null and s.organisation_id = any($2::text[]))
    and $3 in ('', s.holder)${of("s.workspace")}
  order by s.id for update`,
);

/**
 * Where tables are spread, locks are of one node, and so are these rows deleted at once. Of what is deleted Citus returns
 * columns alone, and no row as JSON.
 */
export const takeCreditShares = statement(`delete from shares
  where balance_id is null and organisation_id = any($1::text[]) and $2 in ('', holder)
  returning id, ${newShares.columns.join(", ")}`);

import { begin, commit, settings } from "./hot-reads.ts";
import { type Call, spoken, statement, textList } from "./pipeline.ts";

const lockOrganisations = statement(
  "select 1 from organisations o where o.id = any($1::text[]) order by o.id for no key update",
);

const lockKeysOf = spoken(
  `select 1 from key_balances
  where organisation_id = any($1::text[]) order by key_id for update`,
  // A lock is of one node, a change of all.
  "update key_balances set day = day where organisation_id = any($1::text[])",
);

const keepTotals = statement(`with sums as (
    select b.organisation_id as id, sum(b.credits_used_nanousd) as used, sum(b.credits_held_nanousd) as held
    from key_balances b where b.organisation_id = any($1::text[]) group by b.organisation_id
  ) update organisations o set credits_kept = 1,
    credits_used_nanousd = coalesce(s.used, 0), credits_held_nanousd = coalesce(s.held, 0)
  from organisations p left join sums s on s.id = p.id
  where o.id = p.id and o.id = any($1::text[]) and o.credits_kept = 0`);

/** Of before: those of totals that are kept already are what another process has just handed out. */
const endCreditShares = statement(`delete from shares s using organisations o
  where s.balance_id is null and o.id = s.organisation_id and o.credits_kept = 0
    and s.organisation_id = any($1::text[])`);

/**
 * Begins to keep the totals of these organisations' credits on their rows. All their keys are locked, so nothing is
 * admitted, settled or given back meanwhile; who has a key's lock afterwards finds `credits_kept` set.
 */
export function keepCredits(organisationIds: readonly string[]): readonly Call[] {
  const ids = textList(organisationIds);
  const asked = [lockOrganisations, lockKeysOf, endCreditShares, keepTotals];
  return [begin, settings, ...asked.map((each) => ({ statement: each, values: [ids] })), commit];
}

/**
 * Begins to keep the totals of an organisation's credits on its row, at the first admission that enforces them. All its
 * keys are locked, so nothing is admitted, settled or given back meanwhile; who has a key's lock afterwards finds
 * `credits_kept` set.
 */
export const keepCreditsSql = `create or replace function portico_keep_credits_1(organisation text)
  returns void
  language plpgsql set enable_seqscan = off as $$
  begin
    perform 1 from key_balances b where b.organisation_id = organisation order by b.key_id for update;
    update organisations o set credits_kept = 1, credits_used_nanousd = s.used, credits_held_nanousd = s.held
      from (select coalesce(sum(b.credits_used_nanousd), 0) as used,
          coalesce(sum(b.credits_held_nanousd), 0) as held
        from key_balances b where b.organisation_id = organisation) s
      where o.id = organisation and o.credits_kept = 0;
  end
  $$`;

/**
 * The parts of a settlement that run only where there are budgets or where a limit is nearly used up. An alert is written
 * if its threshold is reached and there is none yet, so a limit that was lowered alerts with the next settlement.
 */

/** Before the holds are closed. Returns the balances that were charged. */
const chargeBudgetsSql = `create or replace function portico_charge_budgets_1(batch json)
  returns bigint[]
  language plpgsql set enable_seqscan = off as $$
  declare
    v_charged bigint[];
  begin
    perform 1 from budget_balances b where b.id in (
        select unnest(array[h.workspace_balance_id, h.end_user_balance_id]) from holds h
        where h.request_id in (select g.request_id from json_to_recordset(batch) as g(request_id text)))
      order by b.id for update;
    with closing as (
      select h.workspace_balance_id, h.end_user_balance_id, h.amount_nanousd as held,
        least(g.cost, h.amount_nanousd) as charged,
        -- At least the day of the key: a refund is subtracted from the sums of the ledger's day.
        greatest(b.day, max(g.day) over (partition by g.key_id)) as day
      from json_to_recordset(batch) as g(request_id text, key_id bigint, cost bigint, day integer)
      join holds h on h.request_id = g.request_id and h.key_id = g.key_id
      join key_balances b on b.key_id = g.key_id
    ), sums as (
      select x.id, max(c.day) as today, sum(c.held)::bigint as held, sum(c.charged)::bigint as charged
      from closing c
      cross join lateral (values (c.workspace_balance_id), (c.end_user_balance_id)) as x(id)
      where x.id is not null group by x.id
    ), changed as (
      update budget_balances b set
        held_nanousd = b.held_nanousd - s.held,
        usage_nanousd = b.usage_nanousd + s.charged,
        day = greatest(b.day, s.today),
        usage_day_nanousd = s.charged + case when b.day < s.today then 0 else b.usage_day_nanousd end,
        usage_week_nanousd = s.charged
          + case when b.day < s.today - (s.today + 3) % 7 then 0 else b.usage_week_nanousd end,
        usage_month_nanousd = s.charged + case when b.day < date_trunc('month',
          date '1970-01-01' + s.today)::date - date '1970-01-01' then 0 else b.usage_month_nanousd end
      from sums s where b.id = s.id
      returning b.id
    )
    select array_agg(id) into v_charged from changed;
    return v_charged;
  end
  $$`;

/** The amount from which a threshold counts as reached, rounded up; crossings.ts does the same. */
const thresholdSql = `create or replace function portico_threshold_1(money bigint, percent integer)
  returns bigint
  language sql immutable as $$
    select money / 100 * percent + (money % 100 * percent + 99) / 100
  $$`;

const now = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** The statement that writes an alert for each threshold that a row of `from` has reached. */
const insertReached = (from: string) => `
    insert into alerts (id, organisation_id, workspace_id, kind, subject, subject_name,
      threshold_percent, period, limit_nanousd, spent_nanousd, dedupe_key, details, created_at_ms)
    select gen_random_uuid()::text, c.organisation_id, c.workspace_id, c.kind, c.subject, c.subject_name,
      t.percent, p.name, c.money, c.spent,
      concat_ws('|', c.organisation_id, c.subject, p.name, c.money, t.percent), c.details, ${now}
    from (${from}) c
    cross join unnest(thresholds) as t(percent)
    cross join lateral (select portico_period_1(c.limit_reset, c.day) as name) p
    where c.spent > 0 and c.spent >= portico_threshold_1(c.money, t.percent)
    on conflict (dedupe_key) do nothing`;

const alertKeysSql = `create or replace function portico_alert_keys_1(key_ids bigint[], thresholds integer[])
  returns void
  language sql set enable_seqscan = off as $$${insertReached(`
      select k.organisation_id, k.workspace_id, 'budget' as kind, 'key:' || k.id as subject,
        k.name as subject_name, k.limit_reset, b.day, k.limit_nanousd as money, case k.limit_reset
          when 'daily' then b.usage_day_nanousd when 'weekly' then b.usage_week_nanousd
          when 'monthly' then b.usage_month_nanousd else b.usage_nanousd end as spent, '{}' as details
      from key_balances b join keys k on k.id = b.key_id
      where b.key_id = any(key_ids) and k.limit_nanousd is not null`)}
  $$`;

const alertBudgetsSql = `create or replace function portico_alert_budgets_1(balances bigint[], thresholds integer[])
  returns void
  language sql set enable_seqscan = off as $$${insertReached(`
      select u.organisation_id, u.workspace_id, 'budget' as kind,
        'budget:' || u.id || case b.end_user when '' then '' else ':' || b.end_user end as subject,
        u.name as subject_name, u.limit_reset, b.day,
        u.limit_nanousd + case when u.raise_until_ms > ${now} then u.raise_nanousd else 0 end as money,
        case u.limit_reset when 'daily' then b.usage_day_nanousd
          when 'weekly' then b.usage_week_nanousd when 'monthly' then b.usage_month_nanousd
          else b.usage_nanousd end as spent,
        case b.end_user when '' then '{}' else json_build_object('end_user', b.end_user)::text end as details
      from budget_balances b join budgets u on u.id = portico_budget_of_1(b.workspace_id, b.end_user)
      where b.id = any(balances)`)}
  $$`;

const alertCreditsSql = `create or replace function portico_alert_credits_1(organisation_ids text[],
    thresholds integer[])
  returns void
  language plpgsql set enable_seqscan = off as $$
  begin${insertReached(`
      select o.id as organisation_id, null as workspace_id, 'budget' as kind, 'credits' as subject,
        'credits' as subject_name, null as limit_reset, 0 as day, o.granted_nanousd as money,
        case o.credits_kept when 1 then o.credits_used_nanousd else
          (select coalesce(sum(b.credits_used_nanousd), 0)::bigint from key_balances b
            where b.organisation_id = o.id) end as spent, '{}' as details
      from organisations o where o.id = any(organisation_ids)`)};
  end
  $$`;

const alertUnbilledSql = `create or replace function portico_alert_unbilled_1(organisation_ids text[], days integer[],
    unbilled_limit bigint)
  returns void
  language sql as $$${insertReached(`
      select u.organisation_id, null as workspace_id, 'unbilled' as kind, 'unbilled' as subject,
        'unbilled' as subject_name, 'daily' as limit_reset, u.day, unbilled_limit as money,
        u.unbilled_nanousd as spent, '{}' as details
      from unbilled_days u where u.organisation_id = any(organisation_ids)
        and u.day = any(days) and u.unbilled_nanousd >= unbilled_limit`).replace(
    "unnest(thresholds)",
    "unnest(array[100])",
  )}
  $$`;

export const alertFunctionsSql = [
  chargeBudgetsSql,
  thresholdSql,
  alertKeysSql,
  alertBudgetsSql,
  alertCreditsSql,
  alertUnbilledSql,
];

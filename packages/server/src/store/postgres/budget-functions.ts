/** The parts of admission and settlement that run only for workspaces with budgets. */

/** The subjects that budgets may have in a batch of admissions: each workspace (with an empty end user), and end users. */
const askedSql = `create or replace function portico_asked_1(batch json)
  returns table (organisation_id text, workspace_id text, end_user text, now_ms bigint, day integer,
    week_start integer, month_start integer)
  language sql stable as $$
    select k.organisation_id, k.workspace_id, s.end_user, max(r.now_ms), max(r.day),
      max(r.week_start), max(r.month_start)
    from json_to_recordset(batch) as g(key_id bigint, requests json)
    join keys k on k.id = g.key_id
    cross join lateral json_to_recordset(g.requests) as r(end_user text, now_ms bigint, day integer,
      week_start integer, month_start integer)
    cross join lateral (values (''), (r.end_user)) as s(end_user)
    where s.end_user is not null
    group by k.organisation_id, k.workspace_id, s.end_user
  $$`;

/** The budget of a subject: an end user's own one, or the one for all end users. */
const budgetOfSql = `create or replace function portico_budget_of_1(workspace text, subject text)
  returns text
  language sql stable as $$
    select u.id from budgets u
    where u.workspace_id = workspace and u.scope = case subject when '' then 'workspace' else 'end_user' end
      and coalesce(u.end_user, '') in (subject, '')
    order by coalesce(u.end_user, '') desc limit 1
  $$`;

/**
 * Balances of end users that a budget covers and that have none yet, with what they have spent so far. In the order of
 * their names, so that two batches never wait for each other. Nothing of theirs is held: holds of before the budget
 * were counted when it was made.
 */
const makeBalancesSql = `create or replace function portico_make_balances_1(batch json)
  returns bigint[]
  language sql set enable_seqscan = off as $$
    with made as (
      insert into budget_balances (organisation_id, workspace_id, end_user, usage_nanousd, day,
        usage_day_nanousd, usage_week_nanousd, usage_month_nanousd)
      select a.organisation_id, a.workspace_id, a.end_user, spent.total, last.day, spent.today,
        spent.week, spent.month
      from portico_asked_1(batch) a
      cross join lateral (
        select greatest(a.day, coalesce(max(l.charged_day), 0)) as day
        from ledger l where l.organisation_id = a.organisation_id and l.end_user = a.end_user
          and l.workspace_id = a.workspace_id
      ) last
      cross join lateral (
        select coalesce(sum(l.charged_nanousd), 0)::bigint as total,
          coalesce(sum(l.charged_nanousd) filter (where l.charged_day >= last.day), 0)::bigint as today,
          coalesce(sum(l.charged_nanousd) filter (where l.charged_day >= last.day - (last.day + 3) % 7),
            0)::bigint as week,
          coalesce(sum(l.charged_nanousd) filter (where l.charged_day >=
            date_trunc('month', date '1970-01-01' + last.day)::date - date '1970-01-01'), 0)::bigint as month
        from ledger l where l.organisation_id = a.organisation_id and l.end_user = a.end_user
          and l.workspace_id = a.workspace_id
      ) spent
      where a.end_user <> '' and portico_budget_of_1(a.workspace_id, a.end_user) is not null
        and not exists (select 1 from budget_balances b
          where b.workspace_id = a.workspace_id and b.end_user = a.end_user)
      order by a.workspace_id, a.end_user
      on conflict (workspace_id, end_user) do nothing
      returning id
    )
    select array_agg(id) from made
  $$`;

const inFlightSql = `create or replace function portico_in_flight_1(key bigint)
  returns bigint
  language sql stable set enable_seqscan = off as $$
    select count(*) from holds h where h.key_id = key and h.in_flight = 1
  $$`;

/** The name of a limit's period for alerts; period.ts does the same. */
const periodNameSql = `create or replace function portico_period_1(reset text, day integer)
  returns text
  language sql immutable as $$
    select case reset
      when 'daily' then to_char(date '1970-01-01' + day, 'YYYY-MM-DD')
      when 'weekly' then to_char(date '1970-01-01' + day, 'IYYY-"W"IW')
      when 'monthly' then to_char(date '1970-01-01' + day, 'YYYY-MM')
      else 'all' end
  $$`;

export const budgetFunctionsSql = [
  askedSql,
  budgetOfSql,
  makeBalancesSql,
  inFlightSql,
  periodNameSql,
];

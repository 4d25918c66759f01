import { cursorLock } from "../money/cursor-lock.ts";

/**
 * Settlement of requests that several upstreams may bill; functions-1.ts explains the rest.
 * The amounts of a request's row are the sums of its attempts: a hold pays for one answer, and the cost above it
 * stays unbilled. Budgets in which the request was held are charged with its key, and thresholds that the charges cross
 * become alerts. With credit alerts on, organisations are locked first, because their sums are those of all their keys.
 */
export const settle3Sql = `create function portico_settle_3(batch json, key_ids bigint[], workspace_ids text[],
    thresholds integer[], unbilled_limit bigint, has_credit_alerts boolean)
  returns table (request_id text)
  language plpgsql set lock_timeout = '3s' set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    v_closed_ms bigint;
  begin
    if has_credit_alerts then
      perform 1 from organisations o
        where o.id in (select k.organisation_id from keys k where k.id = any(key_ids))
        order by o.id for update;
    end if;
    perform 1 from key_balances b where b.key_id = any(key_ids) order by b.key_id for update;
    if exists (select 1 from budget_balances b where b.workspace_id = any(workspace_ids)) then
      perform 1 from budget_balances b where b.id in (
          select unnest(array[h.workspace_balance_id, h.end_user_balance_id]) from holds h
          where h.request_id in (select g.request_id from json_to_recordset(batch) as g(request_id text)))
        order by b.id for update;
    end if;
    -- A row is never booked where the hours are counted already: see money/count-hours.ts.
    perform pg_advisory_xact_lock_shared(${cursorLock});
    select c.closed_ms into v_closed_ms from activity_cursor c where c.id = 1;
    return query
    with given as materialized (
      select * from json_to_recordset(batch) as g(request_id text, key_id bigint,
        organisation_id text, workspace_id text, state text, cost bigint, settled_at_ms bigint,
        day integer, week_start integer, month_start integer, group_id text, operation text,
        model text, provider text, upstream_model text, byok integer, streamed integer,
        input_tokens bigint, output_tokens bigint, cached_input_tokens bigint,
        reasoning_tokens bigint, estimated integer, finish_reason text, status integer,
        error_kind text, discount_nanousd bigint, latency_ms bigint, first_token_ms bigint,
        attempts text, app_url text, app_title text, end_user text, session_id text, price text,
        input_nanousd bigint, output_nanousd bigint, cache_read_nanousd bigint,
        cache_write_nanousd bigint, upstream_nanousd bigint, used_tokens bigint, billed json)
    ), closed as (
      delete from holds h using given g
        where h.request_id = g.request_id and h.key_id = g.key_id
        returning h.request_id, h.amount_nanousd, h.uses_credits, h.rate_tokens, h.created_at_ms,
          h.workspace_balance_id, h.end_user_balance_id
    ), booked as (
      select g.*, c.amount_nanousd as held, least(g.cost, c.amount_nanousd) as charged,
        c.uses_credits, c.rate_tokens, c.created_at_ms, c.workspace_balance_id, c.end_user_balance_id
      from given g join closed c on c.request_id = g.request_id
    ), shared_out as (
      -- Of several attempts each takes what those before it have left of the hold.
      select r.request_id, r.key_id, a.*, least(a.cost, greatest(0, r.held - before)) as charged,
        row_number() over (partition by r.request_id order by a.attempt desc) = 1 as is_last
      from booked r
      cross join lateral (
        select p.*, (sum(p.cost) over (order by p.attempt) - p.cost)::bigint as before
        from json_to_recordset(r.billed) as p(attempt integer, provider text, upstream_model text,
          byok integer, group_id text, input_tokens bigint, output_tokens bigint,
          cached_input_tokens bigint, reasoning_tokens bigint, estimated integer, cost bigint)
      ) a
      where r.billed is not null
    ), summed as (
      select s.*, b.organisation_id, greatest(b.day, s.today) as new_day, b.day < s.today as is_new_day,
        b.day < s.week_start as is_new_week, b.day < s.month_start as is_new_month
      from (
        select key_id, max(day) as today, max(week_start) as week_start,
          max(month_start) as month_start, max(settled_at_ms) as now_ms,
          sum(held)::bigint as held, sum(charged)::bigint as charged,
          coalesce(sum(held) filter (where uses_credits = 1), 0)::bigint as credits_held,
          coalesce(sum(charged) filter (where uses_credits = 1), 0)::bigint as credits_charged,
          count(rate_tokens) as rated,
          coalesce(sum(used_tokens - rate_tokens), 0)::bigint as missed_tokens
        from booked group by key_id
      ) s join key_balances b on b.key_id = s.key_id
    ), entered as (
      insert into ledger (request_id, key_id, organisation_id, workspace_id, state, held_nanousd,
        charged_nanousd, unbilled_nanousd, uses_credits, charged_day, group_id, created_at_ms,
        settled_at_ms, operation, model, provider, upstream_model, byok, streamed, input_tokens,
        output_tokens, cached_input_tokens, reasoning_tokens, estimated, finish_reason, status,
        error_kind, discount_nanousd, latency_ms, first_token_ms, attempts, app_url, app_title,
        end_user, session_id, price, input_nanousd, output_nanousd, cache_read_nanousd,
        cache_write_nanousd, upstream_nanousd)
      select r.request_id, r.key_id, r.organisation_id, r.workspace_id, r.state, r.held, r.charged,
        r.cost - r.charged, r.uses_credits, s.new_day, r.group_id, r.created_at_ms,
        greatest(r.settled_at_ms, v_closed_ms + 1), r.operation, r.model, r.provider, r.upstream_model, r.byok, r.streamed,
        r.input_tokens, r.output_tokens, r.cached_input_tokens, r.reasoning_tokens, r.estimated,
        r.finish_reason, r.status, r.error_kind, r.discount_nanousd, r.latency_ms,
        r.first_token_ms, r.attempts, r.app_url, r.app_title, r.end_user, r.session_id, r.price,
        r.input_nanousd, r.output_nanousd, r.cache_read_nanousd, r.cache_write_nanousd,
        r.upstream_nanousd
      from booked r join summed s on s.key_id = r.key_id
    ), entered_attempts as (
      insert into ledger_attempts (request_id, attempt, provider, upstream_model, byok, group_id,
        input_tokens, output_tokens, cached_input_tokens, reasoning_tokens, estimated,
        charged_nanousd, unbilled_nanousd)
      select a.request_id, a.attempt, a.provider, a.upstream_model, a.byok, a.group_id,
        a.input_tokens, a.output_tokens, a.cached_input_tokens, a.reasoning_tokens, a.estimated,
        a.charged, a.cost - a.charged
      from shared_out a
    ), parts as (
      -- A request counts once, under its last attempt; its money counts where it went.
      select r.key_id, r.organisation_id, r.workspace_id, r.group_id, r.model, r.provider, r.app_url,
        r.app_title, 1 as requests, r.estimated, r.status, r.byok, r.input_tokens, r.output_tokens,
        r.cached_input_tokens, r.reasoning_tokens, r.charged, r.cost - r.charged as unbilled
      from booked r where r.billed is null
      union all
      select r.key_id, r.organisation_id, r.workspace_id, a.group_id, r.model, a.provider, r.app_url,
        r.app_title, case when a.is_last then 1 else 0 end,
        case when a.is_last then r.estimated else 0 end, case when a.is_last then r.status else 0 end,
        case when a.is_last then r.byok else 0 end, a.input_tokens, a.output_tokens,
        a.cached_input_tokens, a.reasoning_tokens, a.charged, a.cost - a.charged
      from shared_out a join booked r on r.request_id = a.request_id
    ), counted as (
      insert into activity_days as a (organisation_id, day, group_id, key_id, workspace_id, model,
        provider, app_url, app_title, requests, estimated_requests, failures, byok_requests,
        input_tokens, output_tokens, cached_input_tokens, reasoning_tokens, cost_nanousd,
        unbilled_nanousd)
      select r.organisation_id, s.new_day, r.group_id, r.key_id, min(r.workspace_id), min(r.model),
        min(r.provider), min(r.app_url), min(r.app_title), sum(r.requests), sum(r.estimated),
        count(*) filter (where r.status >= 400), sum(r.byok), sum(r.input_tokens),
        sum(r.output_tokens), sum(r.cached_input_tokens), sum(r.reasoning_tokens), sum(r.charged),
        sum(r.unbilled)
      from parts r join summed s on s.key_id = r.key_id
      group by r.organisation_id, s.new_day, r.group_id, r.key_id
      on conflict (organisation_id, day, group_id) do update set
        requests = a.requests + excluded.requests,
        estimated_requests = a.estimated_requests + excluded.estimated_requests,
        failures = a.failures + excluded.failures,
        byok_requests = a.byok_requests + excluded.byok_requests,
        input_tokens = a.input_tokens + excluded.input_tokens,
        output_tokens = a.output_tokens + excluded.output_tokens,
        cached_input_tokens = a.cached_input_tokens + excluded.cached_input_tokens,
        reasoning_tokens = a.reasoning_tokens + excluded.reasoning_tokens,
        cost_nanousd = a.cost_nanousd + excluded.cost_nanousd,
        unbilled_nanousd = a.unbilled_nanousd + excluded.unbilled_nanousd
    ), charged as (
      update key_balances b set
        held_nanousd = b.held_nanousd - s.held,
        usage_nanousd = b.usage_nanousd + s.charged,
        credits_held_nanousd = b.credits_held_nanousd - s.credits_held,
        credits_used_nanousd = b.credits_used_nanousd + s.credits_charged,
        day = s.new_day,
        usage_day_nanousd = s.charged + case when s.is_new_day then 0 else b.usage_day_nanousd end,
        usage_week_nanousd = s.charged + case when s.is_new_week then 0 else b.usage_week_nanousd end,
        usage_month_nanousd = s.charged + case when s.is_new_month then 0 else b.usage_month_nanousd end,
        requests_debt = case when s.rated = 0 then b.requests_debt else
          portico_paid_off_1(b.requests_debt, k.requests_per_minute, s.now_ms - b.rated_at_ms) end,
        tokens_debt = case when s.rated = 0 then b.tokens_debt else greatest(0, s.missed_tokens * 60000
          + portico_paid_off_1(b.tokens_debt, k.tokens_per_minute, s.now_ms - b.rated_at_ms)) end,
        rated_at_ms = case when s.rated = 0 then b.rated_at_ms
          else greatest(b.rated_at_ms, s.now_ms) end
      from summed s join keys k on k.id = s.key_id
      where b.key_id = s.key_id
      returning b.organisation_id, k.workspace_id, k.id as key_id, k.name, k.limit_nanousd,
        k.limit_reset, b.day, s.charged, case k.limit_reset when 'daily' then b.usage_day_nanousd
          when 'weekly' then b.usage_week_nanousd when 'monthly' then b.usage_month_nanousd
          else b.usage_nanousd end as spent
    ), budgeted as (
      -- At least the day of each key: a refund is subtracted from the sums of the ledger's day.
      select x.id, max(s.new_day) as today, max(r.settled_at_ms) as now_ms, sum(r.held)::bigint as held,
        sum(r.charged)::bigint as charged
      from booked r join summed s on s.key_id = r.key_id
      cross join lateral (values (r.workspace_balance_id), (r.end_user_balance_id)) as x(id)
      where x.id is not null group by x.id
    ), budget_charged as (
      update budget_balances b set
        held_nanousd = b.held_nanousd - s.held,
        usage_nanousd = b.usage_nanousd + s.charged,
        day = greatest(b.day, s.today),
        usage_day_nanousd = s.charged + case when b.day < s.today then 0 else b.usage_day_nanousd end,
        usage_week_nanousd = s.charged
          + case when b.day < s.today - (s.today + 3) % 7 then 0 else b.usage_week_nanousd end,
        usage_month_nanousd = s.charged + case when b.day < date_trunc('month',
          date '1970-01-01' + s.today)::date - date '1970-01-01' then 0 else b.usage_month_nanousd end
      from budgeted s where b.id = s.id
      returning b.*, s.charged, s.now_ms
    ), unbilled as (
      insert into unbilled_days as u (organisation_id, day, unbilled_nanousd)
      select r.organisation_id, r.day, sum(r.cost - r.charged) from booked r
      where r.cost > r.charged group by r.organisation_id, r.day order by r.organisation_id, r.day
      on conflict (organisation_id, day) do update
        set unbilled_nanousd = u.unbilled_nanousd + excluded.unbilled_nanousd
      returning u.organisation_id, u.day, u.unbilled_nanousd as spent
    ), spendings as (
      select c.organisation_id, c.workspace_id, 'budget' as kind, 'key:' || c.key_id as subject,
        c.name as subject_name, c.limit_reset, c.day, c.limit_nanousd as money, c.spent - c.charged as before,
        c.spent, '{}' as details, thresholds as percents
      from charged c where c.limit_nanousd is not null
      union all
      select c.organisation_id, c.workspace_id, 'budget',
        'budget:' || u.id || case c.end_user when '' then '' else ':' || c.end_user end, u.name,
        u.limit_reset, c.day, m.money, m.spent - c.charged, m.spent,
        case c.end_user when '' then '{}' else json_build_object('end_user', c.end_user)::text end, thresholds
      from budget_charged c
      join budgets u on u.id = portico_budget_of_1(c.workspace_id, c.end_user)
      cross join lateral (select u.limit_nanousd
          + case when u.raise_until_ms > c.now_ms then u.raise_nanousd else 0 end as money,
        case u.limit_reset when 'daily' then c.usage_day_nanousd when 'weekly' then c.usage_week_nanousd
          when 'monthly' then c.usage_month_nanousd else c.usage_nanousd end as spent) m
      union all
      select o.id, null, 'budget', 'credits', 'credits', null, 0, o.granted_nanousd, m.used,
        m.used + m.charged, '{}', thresholds
      from (select s.organisation_id, sum(s.credits_charged)::bigint as charged,
          (select coalesce(sum(b.credits_used_nanousd), 0)::bigint from key_balances b
            where b.organisation_id = s.organisation_id) as used
        from (select distinct g.organisation_id, g.key_id from given g) g
        join summed s on s.key_id = g.key_id group by s.organisation_id) m
      join organisations o on o.id = m.organisation_id
      where has_credit_alerts and o.granted_nanousd > 0
      union all
      select u.organisation_id, null, 'unbilled', 'unbilled', 'unbilled', 'daily', u.day, unbilled_limit,
        u.spent - m.added, u.spent, '{}', array[100]
      from unbilled u join (select r.organisation_id, r.day, sum(r.cost - r.charged)::bigint as added
        from booked r group by r.organisation_id, r.day) m
        on m.organisation_id = u.organisation_id and m.day = u.day
      where unbilled_limit is not null
    ), alerted as (
      insert into alerts (id, organisation_id, workspace_id, kind, subject, subject_name,
        threshold_percent, period, limit_nanousd, spent_nanousd, dedupe_key, details, created_at_ms)
      select gen_random_uuid()::text, c.organisation_id, c.workspace_id, c.kind, c.subject, c.subject_name,
        t.percent, portico_period_1(c.limit_reset, c.day), c.money, c.spent,
        concat_ws('|', c.organisation_id, c.subject, portico_period_1(c.limit_reset, c.day), c.money,
          t.percent), c.details, n.now_ms
      from spendings c cross join lateral unnest(c.percents) as t(percent)
      cross join lateral (select c.money / 100 * t.percent + (c.money % 100 * t.percent + 99) / 100
        as nanousd) threshold
      cross join (select max(g.settled_at_ms) as now_ms from given g) n
      where c.before < threshold.nanousd and threshold.nanousd <= c.spent
      on conflict (dedupe_key) do nothing
    )
    select g.request_id from given g
    where not exists (select 1 from closed c where c.request_id = g.request_id);
  end
  $$`;

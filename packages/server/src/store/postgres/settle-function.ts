import { cursorLock } from "../money/cursor-lock.ts";
import { clocksApartMs } from "../money/rate.ts";

/**
 * Settlement of requests that several upstreams may bill.
 * The amounts of a request's row are the sums of its attempts: a hold pays for one answer, and the cost above it
 * stays unbilled. Budgets in which a request was held are charged with its key, and thresholds that charges reach become
 * alerts: each only where a first look says that there may be any. With credit alerts on, organisations are locked
 * first, because their totals are those of all their keys.
 */
export const settle3Sql = `create or replace function portico_settle_3(batch json, key_ids bigint[], workspace_ids text[],
    organisation_ids text[], days integer[], thresholds integer[], unbilled_limit bigint, has_credit_alerts boolean)
  returns table (request_id text)
  language plpgsql set lock_timeout = '3s' set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    v_is_near boolean;
    v_balances bigint[];
    v_closed_ms bigint;
    v_has_budgets boolean;
    v_is_kept boolean;
  begin
    if has_credit_alerts then
      perform 1 from organisations o where o.id = any(organisation_ids) order by o.id for no key update;
    end if;
    select bool_or(x.is_near) into v_is_near from (
      select (b.usage_nanousd + b.held_nanousd) >= k.limit_nanousd / 100 * thresholds[1] as is_near
      from key_balances b join keys k on k.id = b.key_id
      where b.key_id = any(key_ids) order by b.key_id for update of b) x;
    -- Totals begin to be kept under the locks of all keys, so from here on it stays as it is.
    select exists (select 1 from budget_balances b where b.workspace_id = any(workspace_ids)),
        exists (select 1 from organisations o where o.id = any(organisation_ids) and o.credits_kept = 1)
      into v_has_budgets, v_is_kept;
    if v_has_budgets then
      v_balances := portico_charge_budgets_1(batch);
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
        returning h.request_id, h.amount_nanousd, h.uses_credits, h.rate_tokens, h.created_at_ms
    ), booked as (
      select g.*, c.amount_nanousd as held, least(g.cost, c.amount_nanousd) as charged,
        c.uses_credits, c.rate_tokens, c.created_at_ms
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
      select s.*, greatest(b.day, s.today) as new_day, b.day < s.today as is_new_day,
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
    ), unbilled as (
      insert into unbilled_days as u (organisation_id, day, unbilled_nanousd)
      select r.organisation_id, r.day, sum(r.cost - r.charged) from booked r
      where r.cost > r.charged group by r.organisation_id, r.day order by r.organisation_id, r.day
      on conflict (organisation_id, day) do update
        set unbilled_nanousd = u.unbilled_nanousd + excluded.unbilled_nanousd
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
          -- A stamp that is far ahead comes from a clock that was wrong: rate.ts, ratedAt.
          when b.rated_at_ms > s.now_ms + ${clocksApartMs} then s.now_ms
          else greatest(b.rated_at_ms, s.now_ms) end
      from summed s join keys k on k.id = s.key_id
      where b.key_id = s.key_id
    ), credited as (
      update organisations o set
        credits_held_nanousd = o.credits_held_nanousd - s.held,
        credits_used_nanousd = o.credits_used_nanousd + s.charged
      from (select r.organisation_id, sum(r.held) as held, sum(r.charged) as charged
        from booked r where r.uses_credits = 1 and v_is_kept group by r.organisation_id) s
      where o.id = s.organisation_id and o.credits_kept = 1
    )
    select g.request_id from given g
    where not exists (select 1 from closed c where c.request_id = g.request_id);
    if v_is_near then perform portico_alert_keys_1(key_ids, thresholds); end if;
    if v_balances is not null then perform portico_alert_budgets_1(v_balances, thresholds); end if;
    if has_credit_alerts then perform portico_alert_credits_1(organisation_ids, thresholds); end if;
    if exists (select 1 from unbilled_days u where u.organisation_id = any(organisation_ids)
        and u.day = any(days) and u.unbilled_nanousd >= unbilled_limit) then
      perform portico_alert_unbilled_1(organisation_ids, days, unbilled_limit);
    end if;
  end
  $$`;

/**
 * Admission and settlement as functions: one short round trip, so that no lock is held while a process works,
 * sleeps or dies. Locks are taken in one order everywhere: organisations, balances by key, the rest.
 * A version that is called in another way gets a new file and new names, because during an upgrade old programs still
 * call the old ones.
 */
export const hotFunctionsSql: readonly string[] = [
  // The debt that is left after a time: rate.ts, paidOff.
  `create function portico_paid_off_1(debt bigint, per_minute bigint, elapsed_ms bigint)
  returns bigint language sql immutable as $$
    select case
      when coalesce(per_minute, 0) <= 0 or elapsed_ms <= 0 then debt
      when elapsed_ms > debt / per_minute then 0
      else debt - elapsed_ms * per_minute
    end
  $$`,

  // How long until this many fit: rate.ts, waitMs.
  `create function portico_wait_ms_1(debt bigint, per_minute bigint, wanted bigint)
  returns bigint language sql immutable as $$
    select case
      when per_minute is null then 0
      when per_minute <= 0 then 60000
      else greatest(0, (debt + least(wanted, per_minute) * 60000 - per_minute * 60000 + per_minute - 1) / per_minute)
    end
  $$`,

  `create function portico_admit_1(batch json, key_ids bigint[], is_enforced boolean)
  returns table (ordinal integer, outcome text, detail text, amount bigint, wait_ms bigint,
    rate_limit bigint, rate_debt bigint, revision bigint)
  language plpgsql set lock_timeout = '3s' as $$
  #variable_conflict use_column
  declare
    owner record;
    ask record;
    v_organisation text;
    v_credits bigint;
    v_admitted integer;
    v_day integer;
    v_sum_day bigint;
    v_sum_week bigint;
    v_sum_month bigint;
    v_held bigint;
    v_credits_held bigint;
    v_requests_debt bigint;
    v_tokens_debt bigint;
    v_rated_at bigint;
    v_left bigint;
    v_take bigint;
    v_requests_wait bigint;
    v_tokens_wait bigint;
  begin
    if is_enforced then
      perform 1 from organisations o
        where o.id in (select k.organisation_id from keys k where k.id = any(key_ids))
        order by o.id for update;
    end if;
    perform 1 from key_balances b where b.key_id = any(key_ids) order by b.key_id for update;

    for owner in
      select g.key_id, g.requests, k.id is not null and b.key_id is not null as is_found,
        k.disabled, k.expires_at_ms, k.limit_nanousd, k.limit_reset,
        k.requests_per_minute as rpm, k.tokens_per_minute as tpm, w.revision as w_revision,
        b.organisation_id, b.held_nanousd, b.usage_nanousd, b.credits_held_nanousd, b.day,
        b.usage_day_nanousd, b.usage_week_nanousd, b.usage_month_nanousd, b.requests_debt,
        b.tokens_debt, b.rated_at_ms
      from json_to_recordset(batch) as g(key_id bigint, requests json)
      left join keys k on k.id = g.key_id and k.deleted_at_ms is null
      left join key_balances b on b.key_id = k.id
      left join workspaces w on w.id = k.workspace_id
      order by b.organisation_id, g.key_id
    loop
      v_admitted := 0;
      v_day := owner.day;
      v_sum_day := owner.usage_day_nanousd;
      v_sum_week := owner.usage_week_nanousd;
      v_sum_month := owner.usage_month_nanousd;
      v_held := owner.held_nanousd;
      v_credits_held := owner.credits_held_nanousd;
      v_requests_debt := owner.requests_debt;
      v_tokens_debt := owner.tokens_debt;
      v_rated_at := owner.rated_at_ms;

      for ask in
        select * from json_to_recordset(owner.requests) as r(ordinal integer, request_id text,
          process_id text, minimum bigint, desired bigint, tokens bigint, uses_credits integer,
          is_credited boolean, now_ms bigint, day integer, week_start integer, month_start integer,
          operation text, model text, app_url text, app_title text)
        order by r.ordinal
      loop
        ordinal := ask.ordinal;
        detail := null; amount := null; wait_ms := null;
        rate_limit := null; rate_debt := null; revision := owner.w_revision;

        if not owner.is_found then
          outcome := 'unauthenticated'; detail := 'revoked'; return next; continue;
        end if;
        if owner.disabled = 1 then
          outcome := 'unauthenticated'; detail := 'disabled'; return next; continue;
        end if;
        if owner.expires_at_ms <= ask.now_ms then
          outcome := 'unauthenticated'; detail := 'expired'; return next; continue;
        end if;

        if ask.day > v_day then
          v_sum_day := 0;
          if v_day < ask.week_start then v_sum_week := 0; end if;
          if v_day < ask.month_start then v_sum_month := 0; end if;
          v_day := ask.day;
        end if;
        v_requests_debt := portico_paid_off_1(v_requests_debt, owner.rpm, ask.now_ms - v_rated_at);
        v_tokens_debt := portico_paid_off_1(v_tokens_debt, owner.tpm, ask.now_ms - v_rated_at);
        v_rated_at := greatest(v_rated_at, ask.now_ms);

        v_requests_wait := portico_wait_ms_1(v_requests_debt, owner.rpm, 1);
        v_tokens_wait := portico_wait_ms_1(v_tokens_debt, owner.tpm, ask.tokens);
        if v_requests_wait > 0 or v_tokens_wait > 0 then
          outcome := 'rateLimited';
          wait_ms := greatest(v_requests_wait, v_tokens_wait);
          if v_requests_wait >= v_tokens_wait then
            detail := 'requests'; rate_limit := owner.rpm; rate_debt := v_requests_debt;
          else
            detail := 'tokens'; rate_limit := owner.tpm; rate_debt := v_tokens_debt;
          end if;
          return next; continue;
        end if;

        v_take := greatest(ask.desired, ask.minimum);
        if owner.limit_nanousd is not null then
          v_left := owner.limit_nanousd - v_held - case owner.limit_reset
            when 'daily' then v_sum_day when 'weekly' then v_sum_week when 'monthly' then v_sum_month
            else owner.usage_nanousd end;
          if v_left < ask.minimum then
            outcome := 'outOfCredits'; detail := 'key'; amount := greatest(v_left, 0);
            return next; continue;
          end if;
          v_take := least(v_take, v_left);
        end if;
        if ask.is_credited then
          if v_organisation is distinct from owner.organisation_id then
            v_organisation := owner.organisation_id;
            -- This key's own holds of this batch are not written yet.
            select o.granted_nanousd - (select coalesce(sum(b.credits_used_nanousd + b.credits_held_nanousd), 0)
                from key_balances b where b.organisation_id = o.id)::bigint
              - (v_credits_held - owner.credits_held_nanousd)
              into v_credits from organisations o where o.id = v_organisation;
          end if;
          if v_credits < ask.minimum then
            outcome := 'outOfCredits'; detail := 'organisation'; amount := greatest(v_credits, 0);
            return next; continue;
          end if;
          v_take := least(v_take, v_credits);
          v_credits := v_credits - v_take;
        elsif ask.uses_credits = 1 and v_organisation = owner.organisation_id then
          v_credits := v_credits - v_take;
        end if;

        insert into holds (request_id, process_id, key_id, amount_nanousd, uses_credits, rate_tokens,
          created_at_ms, operation, model, app_url, app_title)
        values (ask.request_id, ask.process_id, owner.key_id, v_take, ask.uses_credits,
          case when owner.tpm is not null then least(ask.tokens, owner.tpm) end,
          ask.now_ms, ask.operation, ask.model, ask.app_url, ask.app_title);
        v_admitted := v_admitted + 1;
        v_held := v_held + v_take;
        if ask.uses_credits = 1 then v_credits_held := v_credits_held + v_take; end if;
        if owner.rpm is not null then v_requests_debt := v_requests_debt + 60000; end if;
        if owner.tpm is not null then
          v_tokens_debt := v_tokens_debt + least(ask.tokens, owner.tpm) * 60000;
        end if;
        outcome := 'admitted'; amount := v_take;
        detail := case
          when owner.rpm is null and owner.tpm is null then null
          when owner.tpm is null then 'requests'
          when owner.rpm is null then 'tokens'
          when greatest(0, (owner.rpm * 60000 - v_requests_debt) / 60000) * owner.tpm
            <= greatest(0, (owner.tpm * 60000 - v_tokens_debt) / 60000) * owner.rpm then 'requests'
          else 'tokens' end;
        if detail = 'requests' then
          rate_limit := owner.rpm; rate_debt := v_requests_debt;
        elsif detail = 'tokens' then
          rate_limit := owner.tpm; rate_debt := v_tokens_debt;
        end if;
        return next;
      end loop;

      if v_admitted > 0 then
        update key_balances b set held_nanousd = v_held, credits_held_nanousd = v_credits_held,
          day = v_day, usage_day_nanousd = v_sum_day, usage_week_nanousd = v_sum_week,
          usage_month_nanousd = v_sum_month, requests_debt = v_requests_debt,
          tokens_debt = v_tokens_debt, rated_at_ms = v_rated_at
        where b.key_id = owner.key_id;
      end if;
    end loop;
  end
  $$`,

  // Returns the requests that had no hold: booked before, abandoned, or cancelled. Without sequential scans, because
  // plans are kept: one that was made while `holds` was small would still read the whole table when a minute's worth
  // of closed holds waits for the next vacuum.
  `create function portico_settle_1(batch json, key_ids bigint[])
  returns table (request_id text)
  language plpgsql set lock_timeout = '3s' set enable_seqscan = off as $$
  #variable_conflict use_column
  begin
    perform 1 from key_balances b where b.key_id = any(key_ids) order by b.key_id for update;
    return query
    with given as materialized (
      select * from json_to_recordset(batch) as g(request_id text, key_id bigint,
        organisation_id text, workspace_id text, state text, cost bigint, settled_at_ms bigint,
        day integer, week_start integer, month_start integer, group_id text, operation text,
        model text, provider text, upstream_model text, byok integer, streamed integer,
        input_tokens bigint, output_tokens bigint, cached_input_tokens bigint,
        reasoning_tokens bigint, estimated integer, finish_reason text, status integer,
        error_kind text, discount_nanousd bigint, latency_ms bigint, first_token_ms bigint,
        attempts text, app_url text, app_title text)
    ), closed as (
      delete from holds h using given g
        where h.request_id = g.request_id and h.key_id = g.key_id
        returning h.request_id, h.amount_nanousd, h.uses_credits, h.rate_tokens, h.created_at_ms
    ), booked as (
      select g.*, c.amount_nanousd as held, least(g.cost, c.amount_nanousd) as charged,
        c.uses_credits, c.rate_tokens, c.created_at_ms
      from given g join closed c on c.request_id = g.request_id
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
          coalesce(sum(input_tokens + output_tokens - rate_tokens), 0)::bigint as missed_tokens
        from booked group by key_id
      ) s join key_balances b on b.key_id = s.key_id
    ), entered as (
      insert into ledger (request_id, key_id, organisation_id, workspace_id, state, held_nanousd,
        charged_nanousd, unbilled_nanousd, uses_credits, charged_day, group_id, created_at_ms,
        settled_at_ms, operation, model, provider, upstream_model, byok, streamed, input_tokens,
        output_tokens, cached_input_tokens, reasoning_tokens, estimated, finish_reason, status,
        error_kind, discount_nanousd, latency_ms, first_token_ms, attempts, app_url, app_title)
      select r.request_id, r.key_id, r.organisation_id, r.workspace_id, r.state, r.held, r.charged,
        r.cost - r.charged, r.uses_credits, s.new_day, r.group_id, r.created_at_ms,
        r.settled_at_ms, r.operation, r.model, r.provider, r.upstream_model, r.byok, r.streamed,
        r.input_tokens, r.output_tokens, r.cached_input_tokens, r.reasoning_tokens, r.estimated,
        r.finish_reason, r.status, r.error_kind, r.discount_nanousd, r.latency_ms,
        r.first_token_ms, r.attempts, r.app_url, r.app_title
      from booked r join summed s on s.key_id = r.key_id
    ), counted as (
      insert into activity_days as a (organisation_id, day, group_id, key_id, workspace_id, model,
        provider, app_url, app_title, requests, estimated_requests, failures, byok_requests,
        input_tokens, output_tokens, cached_input_tokens, reasoning_tokens, cost_nanousd)
      select r.organisation_id, s.new_day, r.group_id, r.key_id, min(r.workspace_id), min(r.model),
        min(r.provider), min(r.app_url), min(r.app_title), count(*), sum(r.estimated),
        count(*) filter (where r.status >= 400), sum(r.byok), sum(r.input_tokens),
        sum(r.output_tokens), sum(r.cached_input_tokens), sum(r.reasoning_tokens), sum(r.charged)
      from booked r join summed s on s.key_id = r.key_id
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
        cost_nanousd = a.cost_nanousd + excluded.cost_nanousd
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
    )
    select g.request_id from given g
    where not exists (select 1 from closed c where c.request_id = g.request_id);
  end
  $$`,
];

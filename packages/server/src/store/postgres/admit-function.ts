import { clocksApartMs } from "../money/rate.ts";

/**
 * Admission. A gate (is_gate) asks before a body is read whether the smallest request would be admitted, counts it as
 * a request and holds nothing; the admission of the same request (is_counted) does not count it again; a request that
 * costs nothing is never refused for money; budgets of the workspace and of end users decide together with the key's
 * limit; and a key may have a limit of requests in flight. Where credits are enforced, their totals on the
 * organisation's row decide; its lock comes before all others.
 */
export const admit3Sql = `create or replace function portico_admit_3(batch json, key_ids bigint[], is_enforced boolean)
  returns table (ordinal integer, outcome text, detail text, amount bigint, wait_ms bigint,
    rate_limit bigint, rate_debt bigint, revision bigint, money_limit bigint, money_held bigint,
    limit_reset text, budget_id text)
  language plpgsql set lock_timeout = '3s' as $$
  #variable_conflict use_column
  declare
    owner record;
    ask record;
    v_organisation text;
    v_credits bigint;
    -- One element for each key whose part of the credits has grown.
    v_credited text[];
    v_credits_taken bigint[];
    v_is_changed boolean;
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
    v_in_flight bigint;
    v_has_budgets boolean;
    v_made bigint[];
    v_used bigint[];
    v_budget record;
    -- One element for each balance that a budget of this batch is compared with.
    v_subjects text[];
    v_balances bigint[];
    v_budget_ids text[];
    v_budget_limits bigint[];
    v_budget_resets text[];
    v_budget_lefts bigint[];
    v_budget_helds bigint[];
    v_budget_takes bigint[];
    v_space integer;
    v_user integer;
    v_at integer;
  begin
    if is_enforced then
      perform 1 from organisations o
        where o.id in (select k.organisation_id from keys k where k.id = any(key_ids))
        order by o.id for no key update;
      perform portico_keep_credits_1(o.id) from organisations o
        where o.id in (select k.organisation_id from keys k where k.id = any(key_ids)) and o.credits_kept = 0;
    end if;
    perform 1 from key_balances b where b.key_id = any(key_ids) order by b.key_id for update;

    -- Budgets come and go under the locks of all keys of their workspace, so from here on they stay.
    v_has_budgets := exists (select 1 from keys k join budgets u on u.workspace_id = k.workspace_id
      where k.id = any(key_ids));
    if v_has_budgets then
      v_made := portico_make_balances_1(batch);
      for v_budget in
        select b.id, b.workspace_id || ' ' || b.end_user as subject, b.held_nanousd as held,
          u.id as budget_id, u.limit_reset, u.limit_nanousd
            + case when u.raise_until_ms > a.now_ms then u.raise_nanousd else 0 end as money,
          case u.limit_reset
            when 'daily' then case when b.day < a.day then 0 else b.usage_day_nanousd end
            when 'weekly' then case when b.day < a.week_start then 0 else b.usage_week_nanousd end
            when 'monthly' then case when b.day < a.month_start then 0 else b.usage_month_nanousd end
            else b.usage_nanousd end as spent
        from portico_asked_1(batch) a
        join budget_balances b on b.workspace_id = a.workspace_id and b.end_user = a.end_user
        join budgets u on u.id = portico_budget_of_1(b.workspace_id, b.end_user)
        order by b.id for update of b
      loop
        v_subjects := v_subjects || v_budget.subject;
        v_balances := v_balances || v_budget.id;
        v_budget_ids := v_budget_ids || v_budget.budget_id;
        v_budget_limits := v_budget_limits || v_budget.money;
        v_budget_resets := v_budget_resets || v_budget.limit_reset;
        v_budget_lefts := v_budget_lefts || (v_budget.money - v_budget.spent - v_budget.held);
        v_budget_helds := v_budget_helds || v_budget.held;
        v_budget_takes := v_budget_takes || 0::bigint;
      end loop;
    end if;

    for owner in
      select g.key_id, g.requests, k.id is not null and b.key_id is not null as is_found,
        k.disabled, k.expires_at_ms, k.limit_nanousd, k.limit_reset,
        k.requests_per_minute as rpm, k.tokens_per_minute as tpm,
        k.max_requests_in_flight as most_in_flight, k.workspace_id, w.revision as w_revision,
        b.organisation_id, b.held_nanousd, b.usage_nanousd, b.credits_held_nanousd, b.day,
        b.usage_day_nanousd, b.usage_week_nanousd, b.usage_month_nanousd, b.requests_debt,
        b.tokens_debt, b.rated_at_ms, o.credits_kept = 1 as is_kept
      from json_to_recordset(batch) as g(key_id bigint, requests json)
      left join keys k on k.id = g.key_id and k.deleted_at_ms is null
      left join key_balances b on b.key_id = k.id
      left join workspaces w on w.id = k.workspace_id
      left join organisations o on o.id = b.organisation_id
      order by b.organisation_id, g.key_id
    loop
      v_is_changed := false;
      v_day := owner.day;
      v_sum_day := owner.usage_day_nanousd;
      v_sum_week := owner.usage_week_nanousd;
      v_sum_month := owner.usage_month_nanousd;
      v_held := owner.held_nanousd;
      v_credits_held := owner.credits_held_nanousd;
      v_requests_debt := owner.requests_debt;
      v_tokens_debt := owner.tokens_debt;
      v_rated_at := owner.rated_at_ms;
      if owner.most_in_flight is not null then v_in_flight := portico_in_flight_1(owner.key_id); end if;

      for ask in
        select * from json_to_recordset(owner.requests) as r(ordinal integer, request_id text,
          process_id text, minimum bigint, desired bigint, tokens bigint, uses_credits integer,
          is_credited boolean, now_ms bigint, day integer, week_start integer, month_start integer,
          operation text, model text, app_url text, app_title text, end_user text, session_id text,
          is_gate boolean, is_counted boolean)
        order by r.ordinal
      loop
        ordinal := ask.ordinal;
        detail := null; amount := null; wait_ms := null;
        rate_limit := null; rate_debt := null; revision := owner.w_revision;
        money_limit := null; money_held := null; limit_reset := null; budget_id := null;

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
        -- A stamp that is far ahead comes from a clock that was wrong: rate.ts, ratedAt.
        if v_rated_at > ask.now_ms + ${clocksApartMs} then
          v_rated_at := ask.now_ms;
          v_is_changed := true;
        end if;
        v_rated_at := greatest(v_rated_at, ask.now_ms);

        v_requests_wait := case when ask.is_counted is true then 0
          else portico_wait_ms_1(v_requests_debt, owner.rpm, 1) end;
        v_tokens_wait := portico_wait_ms_1(v_tokens_debt, owner.tpm, ask.tokens);
        if v_requests_wait > 0 or v_tokens_wait > 0 then
          outcome := 'rateLimited';
          wait_ms := greatest(v_requests_wait, v_tokens_wait) + v_rated_at - ask.now_ms;
          if v_requests_wait >= v_tokens_wait then
            detail := 'requests'; rate_limit := owner.rpm; rate_debt := v_requests_debt;
          else
            detail := 'tokens'; rate_limit := owner.tpm; rate_debt := v_tokens_debt;
          end if;
          return next; continue;
        end if;

        if v_in_flight >= owner.most_in_flight then
          outcome := 'rateLimited'; detail := 'requestsInFlight'; rate_limit := owner.most_in_flight;
          return next; continue;
        end if;

        v_take := case when ask.is_gate is true then 0 else greatest(ask.desired, ask.minimum) end;
        if owner.limit_nanousd is not null then
          v_left := owner.limit_nanousd - v_held - case owner.limit_reset
            when 'daily' then v_sum_day when 'weekly' then v_sum_week when 'monthly' then v_sum_month
            else owner.usage_nanousd end;
          -- What costs nothing needs nothing, not even where a limit was set below what had been spent.
          if ask.minimum > 0 and v_left < ask.minimum then
            outcome := 'outOfCredits'; detail := 'key'; amount := v_left;
            money_limit := owner.limit_nanousd; money_held := v_held; limit_reset := owner.limit_reset;
            return next; continue;
          end if;
          v_take := least(v_take, greatest(v_left, 0));
        end if;
        if v_has_budgets then
          v_space := array_position(v_subjects, owner.workspace_id || ' ');
          v_user := array_position(v_subjects, owner.workspace_id || ' ' || ask.end_user);
          foreach v_at in array array_remove(array[v_user, v_space], null) loop
            if ask.minimum > 0 and v_budget_lefts[v_at] < ask.minimum then
              outcome := 'outOfCredits'; amount := v_budget_lefts[v_at];
              detail := case when v_at = v_space then 'workspace' else 'endUser' end;
              money_limit := v_budget_limits[v_at]; money_held := v_budget_helds[v_at];
              limit_reset := v_budget_resets[v_at]; budget_id := v_budget_ids[v_at];
              exit;
            end if;
            v_take := least(v_take, greatest(v_budget_lefts[v_at], 0));
          end loop;
          if budget_id is not null then return next; continue; end if;
        end if;
        if ask.is_credited then
          if v_organisation is distinct from owner.organisation_id then
            v_organisation := owner.organisation_id;
            -- This key's own holds of this batch are not written yet.
            select o.granted_nanousd - o.credits_used_nanousd - o.credits_held_nanousd
              - (v_credits_held - owner.credits_held_nanousd) - coalesce((select sum(t.take)
                from unnest(v_credited, v_credits_taken) as t(id, take) where t.id = o.id), 0)
              into v_credits from organisations o where o.id = v_organisation;
          end if;
          if ask.minimum > 0 and v_credits < ask.minimum then
            outcome := 'outOfCredits'; detail := 'organisation'; amount := v_credits;
            return next; continue;
          end if;
          v_take := least(v_take, greatest(v_credits, 0));
          v_credits := v_credits - v_take;
        elsif ask.uses_credits = 1 and v_organisation = owner.organisation_id then
          v_credits := v_credits - v_take;
        end if;

        if owner.rpm is not null and ask.is_counted is not true then
          v_requests_debt := v_requests_debt + 60000;
          v_is_changed := true;
        end if;
        if ask.is_gate is not true then
          insert into holds (request_id, process_id, key_id, amount_nanousd, uses_credits, rate_tokens,
            created_at_ms, operation, model, app_url, app_title, end_user, session_id,
            workspace_balance_id, end_user_balance_id, in_flight)
          values (ask.request_id, ask.process_id, owner.key_id, v_take, ask.uses_credits,
            case when owner.tpm is not null then least(ask.tokens, owner.tpm) end,
            ask.now_ms, ask.operation, ask.model, ask.app_url, ask.app_title,
            ask.end_user, ask.session_id, v_balances[v_space], v_balances[v_user],
            case when owner.most_in_flight is not null then 1 end);
          if v_has_budgets then
            foreach v_at in array array_remove(array[v_user, v_space], null) loop
              v_budget_lefts[v_at] := v_budget_lefts[v_at] - v_take;
              v_budget_helds[v_at] := v_budget_helds[v_at] + v_take;
              v_budget_takes[v_at] := v_budget_takes[v_at] + v_take;
            end loop;
            if v_made is not null then v_used := v_used || v_balances[v_user]; end if;
          end if;
          if owner.most_in_flight is not null then v_in_flight := v_in_flight + 1; end if;
          v_held := v_held + v_take;
          if ask.uses_credits = 1 then v_credits_held := v_credits_held + v_take; end if;
          if owner.tpm is not null then
            v_tokens_debt := v_tokens_debt + least(ask.tokens, owner.tpm) * 60000;
          end if;
          v_is_changed := true;
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

      if v_is_changed then
        update key_balances b set held_nanousd = v_held, credits_held_nanousd = v_credits_held,
          day = v_day, usage_day_nanousd = v_sum_day, usage_week_nanousd = v_sum_week,
          usage_month_nanousd = v_sum_month, requests_debt = v_requests_debt,
          tokens_debt = v_tokens_debt, rated_at_ms = v_rated_at
        where b.key_id = owner.key_id;
      end if;
      if owner.is_kept and v_credits_held > owner.credits_held_nanousd then
        v_credited := v_credited || owner.organisation_id;
        v_credits_taken := v_credits_taken || (v_credits_held - owner.credits_held_nanousd);
      end if;
    end loop;

    if v_credited is not null then
      update organisations o set credits_held_nanousd = o.credits_held_nanousd + s.take
        from (select t.id, sum(t.take) as take from unnest(v_credited, v_credits_taken) as t(id, take)
          group by t.id) s
        where o.id = s.id and o.credits_kept = 1;
    end if;

    if v_has_budgets then
      update budget_balances b set held_nanousd = b.held_nanousd + t.take
        from unnest(v_balances, v_budget_takes) as t(id, take) where b.id = t.id and t.take > 0;
      -- A caller may name a new end user in each request that is refused.
      delete from budget_balances b where b.id = any(v_made) and b.usage_nanousd = 0
        and not b.id = any(coalesce(v_used, '{}'));
    end if;
  end
  $$`;

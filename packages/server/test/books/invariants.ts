import { creditShares } from "../../src/store/budgets/shares.ts";
import { chargeForbidden } from "../../src/store/money/ledger-checks.ts";
import type { StorePlace } from "../../src/store/open-store.ts";
import { spreadTables } from "../../src/store/postgres/spread/spread-tables.ts";
import { rawSql } from "../store/raw-sql.ts";

/** Balances with the shares of them. */
const wholeBalances = `select b.id, b.workspace_id, b.end_user, b.held_nanousd + coalesce(sum(s.held_nanousd), 0)
    as held_nanousd, b.usage_nanousd + coalesce(sum(s.usage_nanousd), 0) as usage_nanousd
  from budget_balances b left join shares s on s.balance_id = b.id
  group by b.id, b.workspace_id, b.end_user, b.held_nanousd, b.usage_nanousd`;

/** For values without quotes and `=`. */
const ofTag = (row: string) => `(substr(b.end_user, 1, 1) = ' '
  and replace(${row}.tags, '"' || replace(substr(b.end_user, 2), '=', '":"') || '"', '') <> ${row}.tags)`;

/** Each gives what must not be: a row is a finding. The engines understand all of them. */
const invariants: Readonly<Record<string, string>> = {
  "a key's usage is not the sum of its charges": `
    select b.key_id, b.usage_nanousd, coalesce(sum(l.charged_nanousd), 0) as charged
    from key_balances b left join ledger l on l.key_id = b.key_id
    group by b.key_id, b.usage_nanousd having b.usage_nanousd <> coalesce(sum(l.charged_nanousd), 0)`,
  "a key's share of the credits is not the sum of its charges": `
    select b.key_id, b.credits_used_nanousd from key_balances b
    left join ledger l on l.key_id = b.key_id and l.uses_credits = 1
    group by b.key_id, b.credits_used_nanousd
    having b.credits_used_nanousd <> coalesce(sum(l.charged_nanousd), 0)`,
  "a hold is open": "select request_id, key_id, amount_nanousd from holds",
  "something is held that no hold stands for": `
    select b.key_id, b.held_nanousd, b.credits_held_nanousd from key_balances b
    left join holds h on h.key_id = b.key_id
    group by b.key_id, b.held_nanousd, b.credits_held_nanousd
    having b.held_nanousd <> coalesce(sum(h.amount_nanousd), 0)
      or b.credits_held_nanousd <> coalesce(sum(case when h.uses_credits = 1 then h.amount_nanousd else 0 end), 0)`,
  "a key has spent more than its limit": `
    select k.id, k.limit_nanousd, b.usage_nanousd from keys k join key_balances b on b.key_id = k.id
    where k.limit_reset is null and b.usage_nanousd > k.limit_nanousd`,
  "a key has spent more than its limit in one day": `
    select k.id, k.limit_nanousd, l.charged_day, sum(l.charged_nanousd) as charged
    from keys k join ledger l on l.key_id = k.id where k.limit_reset = 'daily'
    group by k.id, k.limit_nanousd, l.charged_day having sum(l.charged_nanousd) > k.limit_nanousd`,
  "a budget's usage is not the sum of its charges": `
    select b.id, b.end_user, b.usage_nanousd, coalesce(sum(l.charged_nanousd), 0) as charged
    from (${wholeBalances}) b left join ledger l on l.workspace_id = b.workspace_id
      and (b.end_user in ('', l.end_user) or ${ofTag("l")})
    group by b.id, b.end_user, b.usage_nanousd
    having b.usage_nanousd <> coalesce(sum(l.charged_nanousd), 0)`,
  "something is held in a budget that no hold stands for": `
    select b.id, b.end_user, b.held_nanousd from (${wholeBalances}) b
    left join holds h on b.id in (h.workspace_balance_id, h.end_user_balance_id)
      or ',' || substr(h.tag_balance_ids, 2, length(h.tag_balance_ids) - 2) || ',' like '%,' || b.id || ',%'
    group by b.id, b.end_user, b.held_nanousd
    having b.held_nanousd <> coalesce(sum(h.amount_nanousd), 0)`,
  "a budget is exceeded": `
    select u.id, u.limit_nanousd, b.end_user, b.usage_nanousd from budgets u
    join (${wholeBalances}) b on b.workspace_id = u.workspace_id
      and (u.scope = 'workspace' and b.end_user = '' or u.scope <> 'workspace' and b.end_user = u.end_user)
    where u.limit_reset is null and u.raise_nanousd is null and b.usage_nanousd > u.limit_nanousd`,
  "an organisation's credits are not the sums of its keys": `
    select o.id, o.credits_used_nanousd, o.credits_held_nanousd, sum(b.used) as used, sum(b.held) as held
    from organisations o join (
      select organisation_id, credits_used_nanousd as used, credits_held_nanousd as held from key_balances
      union all select organisation_id, -usage_nanousd, -held_nanousd from (${creditShares}) s
    ) b on b.organisation_id = o.id
    where o.credits_kept = 1 group by o.id, o.credits_used_nanousd, o.credits_held_nanousd
    having o.credits_used_nanousd <> sum(b.used) or o.credits_held_nanousd <> sum(b.held)`,
  "a balance holds less than its shares": `
    select b.id, b.held_nanousd from budget_balances b join shares s on s.balance_id = b.id
    group by b.id, b.held_nanousd having b.held_nanousd < -sum(s.held_nanousd)`,
  "a request is booked twice": `
    select app_title, count(*) as rows from ledger where app_title like 'm-%'
    group by app_title having count(*) > 1`,
  "a request is both open and booked": `
    select l.request_id from ledger l join holds h on h.request_id = l.request_id`,
  "a row is charged what its state forbids": `
    select request_id, state, held_nanousd, charged_nanousd from ledger
    where ${chargeForbidden}`,
  "a request is not the sum of its attempts": `
    select l.request_id, l.charged_nanousd, l.unbilled_nanousd, sum(a.charged_nanousd) as charged,
      sum(a.unbilled_nanousd) as unbilled, count(*) as rows
    from ledger l join ledger_attempts a on a.request_id = l.request_id
    group by l.request_id, l.charged_nanousd, l.unbilled_nanousd
    having l.charged_nanousd <> sum(a.charged_nanousd)
      or l.unbilled_nanousd <> sum(a.unbilled_nanousd) or count(*) < 2`,
  // Added up, not joined: a full join of as many groups as requests takes minutes where this takes seconds.
  "a day's activity is not the sum of its rows": `
    select group_id, count(*) as rows, sum(requests) as requests, sum(cost) as cost from (
      select organisation_id, day, group_id, requests, cost_nanousd as cost,
        unbilled_nanousd as unbilled, input_tokens as input, output_tokens as output, failures,
        estimated_requests as estimated
      from activity_days
      union all
      select organisation_id, charged_day, group_id, -1,
        case when a.request_id is null then -charged_nanousd else 0 end,
        case when a.request_id is null then -unbilled_nanousd else 0 end,
        case when a.request_id is null then -input_tokens else 0 end,
        case when a.request_id is null then -output_tokens else 0 end,
        case when status >= 400 then -1 else 0 end, -estimated
      from ledger l left join (select distinct request_id from ledger_attempts) a
        on a.request_id = l.request_id
      union all
      select l.organisation_id, l.charged_day, a.group_id, 0, -a.charged_nanousd, -a.unbilled_nanousd,
        -a.input_tokens, -a.output_tokens, 0, 0
      from ledger_attempts a join ledger l on l.request_id = a.request_id
    ) as differences group by organisation_id, day, group_id
    having count(*) = 1 or sum(requests) <> 0 or sum(cost) <> 0 or sum(unbilled) <> 0 or sum(input) <> 0
      or sum(output) <> 0 or sum(failures) <> 0 or sum(estimated) <> 0`,
};

/** Tables that are spread over nodes are joined in one place. */
async function copiesOfSpread(place: StorePlace): Promise<string> {
  if ("dataFolder" in place) return "";
  const [catalogs] = await rawSql(place, "select to_regclass('pg_dist_partition') as found");
  if (catalogs?.["found"] === null) return "";
  return spreadTables
    .map(({ name }) => `create temp table ${name} as table public.${name}; `)
    .join("");
}

/** The first checker: the database must agree with itself after any events. */
export async function checkInvariants(place: StorePlace): Promise<readonly string[]> {
  const findings: string[] = [];
  const copies = await copiesOfSpread(place);
  for (const [name, statement] of Object.entries(invariants)) {
    const rows = await rawSql(place, copies + statement);
    for (const row of rows.slice(0, 3)) findings.push(`${name}: ${JSON.stringify(row)}`);
    if (rows.length > 3) findings.push(`${name}: ${rows.length - 3} more`);
  }
  if ("dataFolder" in place) {
    const [result] = await rawSql(place, "pragma integrity_check");
    if (result?.["integrity_check"] !== "ok")
      findings.push(`the file is damaged: ${JSON.stringify(result)}`);
  }
  return findings;
}

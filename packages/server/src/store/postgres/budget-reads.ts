import { type OfPlace, placed } from "./pipeline.ts";

const balanceColumns = `b.id, b.organisation_id, b.workspace_id, b.end_user, b.held_nanousd, b.usage_nanousd,
  b.day, b.usage_day_nanousd, b.usage_week_nanousd, b.usage_month_nanousd`;

export const lockBalancesOfSubjects = placed(
  (of) => `select ${balanceColumns} from budget_balances b
  where (b.workspace_id, b.end_user) in (select * from unnest($1::text[], $2::text[]))${of("b.workspace_id")}
  order by b.id for update`,
);

/** The list of a hold as an array. */
const tagBalances = "translate(h.tag_balance_ids, '[]', '{}')::bigint[]";

export const lockBalancesOfHolds = placed(
  (of) => `select ${balanceColumns} from budget_balances b
  where b.id in (select unnest(array[h.workspace_balance_id, h.end_user_balance_id] || ${tagBalances})
    from holds h where h.request_id = any($1::text[])${of("h.workspace")})
    and b.id <> all($2::bigint[])${of("b.workspace_id")}
  order by b.id for update`,
);

/** A budget and, for a workspace, all rows of its subject: of one moment, also those that others change. */
const budgetColumns = (of: OfPlace) => `row_to_json(u), case u.scope when 'workspace' then (
    select json_build_object('balance', row_to_json(b), 'shares',
      (select coalesce(json_agg(row_to_json(s)), '[]') from shares s where s.balance_id = b.id${of("s.workspace")}))
    from budget_balances b
    where b.workspace_id = u.workspace_id and b.end_user = ''${of("b.workspace_id")}) end`;

export const readBudgets = placed(
  (of) => `select ${budgetColumns(of)} from budgets u
  where u.workspace_id = any($1::text[]) and (u.end_user is null or u.end_user = any($2::text[]))`,
);

export const readBudgetsOfHolds = placed(
  (of) => `select ${budgetColumns(of)} from budgets u
  where u.workspace_id in (select k.workspace_id from keys k where k.id = any($1::bigint[]))
    and (u.end_user is null
      or u.end_user in (select h.end_user from holds h
        where h.request_id = any($2::text[])${of("h.workspace")})
      or u.scope = 'tag' and u.end_user in (select unnest(array[b.end_user, split_part(b.end_user, '=', 1) || '='])
        from holds h join budget_balances b on b.id = any(${tagBalances})${of("b.workspace_id")}
        where h.request_id = any($2::text[])${of("h.workspace")}))`,
);

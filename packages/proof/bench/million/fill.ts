import { type FirstIdentity, rawSql, type StorePlace } from "@portico/server/proof/store";

const dayMs = 86_400_000;
/** As many days as rows are kept for. */
export const filled = { keys: 1000, days: 400, ioLogRows: 100_000, workspaces: 20 };

/** A series of whole numbers, which the engines make differently. */
function numbers(place: StorePlace, count: number): string {
  return "dataFolder" in place
    ? `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s) as s`
    : `generate_series(1, ${count}) as s(n)`;
}

/** A store as it looks after some months: a thousand keys, and so many rows in the ledger. */
export async function fill(
  place: StorePlace,
  { organisationId, workspaceId }: FirstIdentity,
  rows: number,
): Promise<void> {
  const today = Math.floor(Date.now() / dayMs);
  const day = `(${today} - (s.n / 1000) % ${filled.days})`;
  const atMs = `(${day} * cast(${dayMs} as bigint) + (s.n * cast(8641 as bigint)) % ${dayMs})`;
  const key = `(1 + s.n % ${filled.keys})`;
  const model = "(case s.n % 3 when 0 then 'a' when 1 then 'b' else 'c' end)";
  const workspace = `(case s.n % ${filled.workspaces} when 0 then '${workspaceId}' else 'workspace-' || (s.n % ${filled.workspaces}) end)`;
  const indexes = await indexesOf(place);
  for (const statement of [
    // Building an index over all rows is much faster than adding to it row by row.
    ...indexes.map(({ name }) => `drop index ${name}`),
    `insert into keys (hash, organisation_id, workspace_id, kind, name, label, created_at_ms)
      select 'hash-' || s.n, '${organisationId}', '${workspaceId}', 'ordinary', 'key ' || s.n, 'ptc_…', s.n
      from ${numbers(place, filled.keys)}`,
    `insert into key_balances (key_id, organisation_id) select k.id, k.organisation_id from keys k
      where not exists (select 1 from key_balances b where b.key_id = k.id)`,
    `insert into ledger (request_id, key_id, organisation_id, workspace_id, state, held_nanousd,
        charged_nanousd, unbilled_nanousd, uses_credits, charged_day, group_id, created_at_ms,
        settled_at_ms, operation, model, provider, upstream_model, byok, streamed, input_tokens,
        output_tokens, cached_input_tokens, reasoning_tokens, estimated, finish_reason, status,
        error_kind, discount_nanousd, latency_ms, first_token_ms, attempts, app_title, end_user, session_id)
      select 'gen-' || s.n, ${key}, '${organisationId}', '${workspaceId}', 'settled', 9000000,
        case s.n % 100000 when 7 then 5000000 else 700 end, 0, 1, ${day},
        'group-' || ${key} || ${model}, ${atMs}, ${atMs}, 'responses', ${model}, 'provider', 'model', 0, 1,
        50, 100, 0, 0, 0, 'stop', case s.n % 97 when 0 then 502 else 200 end,
        case s.n % 97 when 0 then 'serverError' end, 0, 100 + s.n % 1900, 50 + s.n % 190, '[]',
        'app ' || (s.n % 50), case s.n % 2 when 0 then 'user-' || (s.n % 5000) end,
        case s.n % 3 when 0 then 'session-' || (s.n % 90000) end
      from ${numbers(place, rows)}`,
    ...indexes.map(({ sql }) => sql),
    `insert into activity_days (organisation_id, day, group_id, key_id, workspace_id, model, provider,
        app_title, requests, estimated_requests, failures, byok_requests, input_tokens, output_tokens,
        cached_input_tokens, reasoning_tokens, cost_nanousd)
      select organisation_id, charged_day, group_id, key_id, min(workspace_id), min(model), min(provider),
        min(app_title), count(*), 0, 0, 0, sum(input_tokens), sum(output_tokens), 0, 0, sum(charged_nanousd)
      from ledger group by organisation_id, charged_day, group_id, key_id order by charged_day`,
    ...countedHours(),
    `insert into io_log (request_id, workspace_id, key_id, request, reply, created_at_ms)
      select 'gen-' || s.n, ${workspace}, ${key}, '{}', '{}', ${atMs}
      from ${numbers(place, filled.ioLogRows)}`,
    "analyze",
  ])
    await rawSql(place, statement);
}

interface Index {
  readonly name: string;
  readonly sql: string;
}

async function indexesOf(place: StorePlace): Promise<readonly Index[]> {
  const rows = await rawSql(
    place,
    "dataFolder" in place
      ? "select name, sql from sqlite_master where type = 'index' and tbl_name = 'ledger' and sql is not null"
      : "select indexname as name, indexdef as sql from pg_indexes where tablename = 'ledger' and indexname <> 'ledger_pkey'",
  );
  return rows.map((row) => ({ name: String(row["name"]), sql: String(row["sql"]) }));
}

const times = "'35:2 48:5 60:3 72:1', '25:4 36:5 45:2', 900, 9000";

/** As the gateway counts them; of hours those that one question may hold, and not the newest rows of the ledger. */
function countedHours(): readonly string[] {
  const newest = "(select max(settled_at_ms) from ledger)";
  const counted = `(${newest} - ${5 * 60_000})`;
  const group = "key_id, workspace_id, model, provider, app_url, app_title";
  const coarse = "0, workspace_id, model, provider, null, null";
  const counts = `requests, estimated_requests, failures, byok_requests, input_tokens, output_tokens,
    cached_input_tokens, reasoning_tokens, cost_nanousd, unbilled_nanousd`;
  const timed = "latencies, first_tokens, timed_tokens, timed_ms";
  const hours = `insert into activity_hours (organisation_id, is_coarse, hour, group_id, ${group}, ${counts}, ${timed})`;
  const days = `insert into activity_day_times (organisation_id, is_coarse, day, group_id, ${group}, ${timed})`;
  return [
    `${days} select organisation_id, 0, day, group_id, ${group}, ${times} from activity_days`,
    `${days} select distinct organisation_id, 1, day, workspace_id || model, ${coarse}, ${times}
      from activity_days`,
    `${hours} select organisation_id, 0, settled_at_ms / 3600000, group_id, key_id, min(workspace_id),
        min(model), min(provider), null, min(app_title), count(*), 0, 0, 0, sum(input_tokens),
        sum(output_tokens), 0, 0, sum(charged_nanousd), 0, ${times}
      from ledger where settled_at_ms > ${newest} - ${8 * dayMs} and settled_at_ms <= ${counted}
      group by organisation_id, settled_at_ms / 3600000, group_id, key_id`,
    // Of all days: a list of requests looks there which hours have any.
    `${hours} select organisation_id, 1, settled_at_ms / 3600000, workspace_id || model, 0, workspace_id, model,
        min(provider), null, null, count(*), 0, 0, 0, sum(input_tokens), sum(output_tokens), 0, 0,
        sum(charged_nanousd), 0, ${times}
      from ledger where settled_at_ms <= ${counted}
      group by organisation_id, settled_at_ms / 3600000, workspace_id, model`,
    `update activity_cursor set closed_ms = ${counted}, counted_ms = ${counted}`,
  ];
}

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export const many = 100_000;

const numbers = `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${many}) select n from s) as s`;
const minuteMs = 60_000;

/** So many keys and requests beside those of a gateway's data folder, as the gateway would have written them. */
export function addManyRows(folder: string): void {
  const database = new DatabaseSync(join(folder, "portico.db"));
  const own = "(select * from keys where kind = 'ordinary' order by id limit 1) as k";
  const at = `(${Date.now()} - s.n * ${minuteMs})`;
  database.exec(`
    insert into keys (hash, organisation_id, workspace_id, kind, name, label, created_by, created_at_ms, search_text)
      select lower(hex(randomblob(32))), k.organisation_id, k.workspace_id, 'ordinary', 'many ' || s.n,
        'ptc_many…' || s.n, 'key:1', ${at}, 'many ' || s.n || char(10) || 'ptc_many…' || s.n || char(10) || char(10) || 'key:1'
      from ${numbers}, ${own};
    insert into key_balances (key_id, organisation_id) select k.id, k.organisation_id from keys k
      where not exists (select 1 from key_balances b where b.key_id = k.id);
    insert into ledger (request_id, key_id, organisation_id, workspace_id, state, held_nanousd, charged_nanousd,
        unbilled_nanousd, uses_credits, charged_day, group_id, created_at_ms, settled_at_ms, operation, model, provider,
        upstream_model, byok, streamed, input_tokens, output_tokens, cached_input_tokens, reasoning_tokens, estimated,
        finish_reason, status, discount_nanousd, latency_ms, first_token_ms, attempts)
      select 'gen-many-' || s.n, k.id, k.organisation_id, k.workspace_id, 'settled', 900, 700, 0, 1, ${at} / 86400000,
        'group', ${at}, ${at}, 'responses', 'many/model', 'provider', 'model', 0, 0, 50, 100, 0, 0, 0, 'stop', 200, 0, 100,
        50, '[]'
      from ${numbers}, ${own};
    analyze;`);
  database.close();
}

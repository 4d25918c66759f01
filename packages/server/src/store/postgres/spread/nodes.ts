import { sql } from "kysely";
import type { SpreadNode } from "../../ports/spreading.ts";
import type { Database } from "../../schema.ts";
import { lastTable } from "./shards.ts";

/** What each node has; one that is away has no size. */
export async function nodesOf(database: Database): Promise<readonly SpreadNode[]> {
  const { rows } = await sql<SpreadNode>`
    select n.nodename || ':' || n.nodeport as name, p.workspaces,
      (select result from run_command_on_all_nodes('select pg_database_size(current_database())') r
        where r.nodeid = n.nodeid and r.success)::bigint as bytes
    from pg_catalog.pg_dist_node n, lateral (select count(*) as workspaces from workspaces w
      join pg_catalog.pg_dist_placement p
        on p.shardid = get_shard_id_for_distribution_column(${lastTable}, w.id)
      where p.groupid = n.groupid and w.deleted_at_ms is null) p
    where n.noderole = 'primary' order by name`.execute(database);
  return rows;
}

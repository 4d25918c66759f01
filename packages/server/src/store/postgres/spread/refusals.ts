import { sql } from "kysely";
import { GatewayError } from "../../../errors.ts";
import type { Database } from "../../schema.ts";

export function refusal(message: string): GatewayError {
  return new GatewayError("conflict", { message });
}

/** What must be true of a database before its tables are spread. */
export async function refuseToSpread(database: Database): Promise<void> {
  const { rows } = await sql<{ readonly isThere: boolean }>`select exists (
    select 1 from pg_catalog.pg_extension where extname = 'citus') as "isThere"`.execute(database);
  if (rows[0]?.isThere !== true)
    throw refusal(
      "The database has no Citus: install it on each node, and run create extension citus, citus_set_coordinator_host and citus_add_node.",
    );
  await refuseOtherNodes(database);
}

async function refuseOtherNodes(database: Database): Promise<void> {
  const { rows } = await sql<{ readonly workers: number }>`
    select (select count(*) from pg_catalog.pg_dist_node where groupid <> 0 and isactive) as workers
    from pg_catalog.pg_dist_node where groupid = 0`.execute(database);
  const [coordinator] = rows;
  if (coordinator === undefined)
    throw refusal(
      "Citus does not know its coordinator: run select citus_set_coordinator_host('its name') there.",
    );
  if (coordinator.workers === 0)
    throw refusal("Citus has no workers: run select citus_add_node('a name', 5432) for each.");
}

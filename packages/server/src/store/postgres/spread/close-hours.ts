import { sql } from "kysely";
import { cursorLock } from "../../money/cursor.ts";
import { StoreUnavailable } from "../../ports/errors.ts";
import type { Database } from "../../schema.ts";
import { closedTable } from "./spread-tables.ts";

/**
 * Settlements take the shared lock of the node that they are sent to, and then read that node's copy of the time. So once
 * each node has the time, and then each lock was free for a moment, no settlement that knows an earlier time is under way.
 */
export async function closeOnNodes(
  database: Database,
  closedMs: number,
  lockTimeoutMs: number,
): Promise<void> {
  await sql`update ${sql.table(closedTable)} set closed_ms = ${closedMs}
    where id = 1 and closed_ms < ${closedMs}`.execute(database);
  await onEachNode(
    database,
    `select closed_ms >= ${closedMs} from ${closedTable}`,
    (result) => result === "t",
  );
  // A case is worked out in its order.
  await onEachNode(
    database,
    `select case when set_config('lock_timeout', '${lockTimeoutMs}ms', true) <> ''
      then pg_advisory_xact_lock(${cursorLock})::text end`,
    () => true,
  );
}

async function onEachNode(
  database: Database,
  statement: string,
  isRight: (result: string) => boolean,
): Promise<void> {
  const { rows } = await sql<{ readonly success: boolean; readonly result: string }>`
    select success, result from run_command_on_all_nodes(${statement},
      give_warning_for_connection_errors => true)`.execute(database);
  if (!rows.every(({ success, result }) => success && isRight(result)))
    throw new StoreUnavailable("Not all nodes of Citus have closed the hours.");
}

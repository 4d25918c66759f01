import { createRows } from "../judge/rows.ts";
import { unbilledAlerts } from "../judge/settlement-alerts.ts";
import { type Books, noWrites, type Writes } from "../judge/writes.ts";
import type { AlertRules } from "../ports/alerts.ts";
import { StoreBusy } from "../ports/errors.ts";
import type { Connection, Connections } from "./connections.ts";
import { commit } from "./hot-reads.ts";
import { callsToAlert, callsToWrite, toUnbilledDays } from "./hot-writes.ts";
import { violatedConstraint } from "./postgres-failure.ts";
import type { PostgresRows } from "./postgres-rows.ts";

export interface Placed {
  readonly workspaceId: string | null;
}

export interface Batch<Result> {
  readonly nowMs: number;
  readonly items: readonly Placed[];
  /** Further workspaces of their node, if tables are spread. */
  readonly anchors?: Iterable<string>;
  /** Null if the batch cannot be decided by its shares. */
  read(connection: Connection): Promise<PostgresRows | null>;
  decide(books: Books, stored: PostgresRows): Result | null;
  onCommit?(stored: PostgresRows): void;
}

export interface Transacting {
  readonly rules: AlertRules;
  /** Whether tables are spread over nodes: then all items of a batch are of one place. */
  readonly isSpread: boolean;
}

export function transactOn(connections: Connections, how: Transacting) {
  return <Result>(batch: Batch<Result>) => transact(connections, how, batch);
}

/** The batch would write to tables that workers of Citus do not have. Nothing was done. */
export class OfCoordinatorAlone extends Error {
  override readonly name = "OfCoordinatorAlone";
}

function refuseSmallTables({ isOnWorker }: Connection, { alerts, unbilled }: Writes): void {
  if (isOnWorker && (alerts.length > 0 || unbilled.size > 0))
    throw new OfCoordinatorAlone("Alerts and unbilled amounts are on the coordinator.");
}

async function transact<Result>(
  connections: Connections,
  { rules, isSpread }: Transacting,
  { nowMs, items, anchors = [], read, decide, onCommit }: Batch<Result>,
): Promise<Result | null> {
  const connection = await connections.acquire();
  if (isSpread) {
    const workspaces = items.flatMap(({ workspaceId }) => workspaceId ?? []);
    connection.stayWith(new Set([...workspaces, ...anchors]));
  }
  try {
    const stored = await read(connection);
    if (stored === null) return await undone(connection);
    const rows = createRows(stored);
    const writes = noWrites();
    const result = decide({ rows, writes, rules }, stored);
    if (result === null) return await undone(connection);
    refuseSmallTables(connection, writes);
    const calls = callsToWrite(rows, writes, stored);
    // Nothing is written yet. This process has stopped for longer than it may hold locks.
    if (connection.isBroken) throw conflict("PostgreSQL has ended a transaction that stood still.");
    if (writes.unbilled.size === 0 || rules.unbilledNanousd === null)
      await connection.pipeline([...calls, commit]);
    else {
      const totals = toUnbilledDays(await connection.pipeline(calls));
      const alerts = unbilledAlerts(totals, rules, nowMs);
      await connection.pipeline([...callsToAlert(alerts), commit]);
    }
    onCommit?.(stored);
    return result;
  } catch (error) {
    await connection.rollback();
    throw isTaken(error) ? conflict("Another process has seen the end user first.", error) : error;
  } finally {
    connections.release(connection);
  }
}

/** The holds that were read are deleted: they stay only if that is undone. */
async function undone(connection: Connection): Promise<null> {
  await connection.rollback();
  return null;
}

function conflict(message: string, cause?: unknown): StoreBusy {
  return new StoreBusy(message, { cause, isConflict: true });
}

/** Two processes make the balance of a new end user at once; the second one finds it when it begins again. */
function isTaken(error: unknown): boolean {
  return violatedConstraint(error) === "budget_balances_subject";
}

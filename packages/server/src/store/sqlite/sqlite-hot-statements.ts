import type { DatabaseSync } from "node:sqlite";
import { admit } from "../judge/admit.ts";
import { abandon, cancel } from "../judge/close-holds.ts";
import { createRows, type Rows } from "../judge/rows.ts";
import { settle } from "../judge/settle.ts";
import { type Books, noWrites } from "../judge/writes.ts";
import type { HotStatements } from "../money/hot-statements.ts";
import type { AlertRules } from "../ports/alerts.ts";
import { StoreUnavailable } from "../ports/errors.ts";
import { patiently } from "./sqlite-dialect.ts";
import { createSqliteRows } from "./sqlite-rows.ts";
import { createSqliteWriter } from "./sqlite-writer.ts";

/** Runs work while no transaction is open on the same connection. */
export type Alone = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface QueuedBatch {
  /** Returns a function that answers the callers after the commit. */
  run(rows: Rows): () => void;
  reject(error: unknown): void;
}

/**
 * All batches of one turn, of both kinds, run in one transaction of prepared statements, without a pause: two
 * transactions would read the same keys and write most of the same pages twice.
 */
export function createSqliteHotStatements(
  database: DatabaseSync,
  rules: AlertRules,
  alone: Alone,
): HotStatements {
  const stored = createSqliteRows(database);
  const writer = createSqliteWriter(database, rules);
  const transaction = createTransaction(database);
  const inTransaction = <Result>(work: (rows: Rows) => Result): Result =>
    transaction(() => {
      const rows = createRows(stored);
      const result = work(rows);
      writer.change(rows);
      return result;
    });
  let asked: QueuedBatch[] = [];

  const runAll = (together: readonly QueuedBatch[]): void => {
    const commit = () => inTransaction((rows) => together.map(({ run }) => run(rows)));
    alone(() => patiently(commit)).then(
      (told) => {
        for (const tell of told) tell();
      },
      (error: unknown) => {
        const isShared = together.length > 1 && !(error instanceof StoreUnavailable);
        // A batch that cannot be stored must not fail the others of the same turn.
        for (const each of together) isShared ? runAll([each]) : each.reject(error);
      },
    );
  };
  const runAsked = () => {
    const together = asked;
    asked = [];
    runAll(together);
  };
  const join = <Result>(nowMs: number, decide: (books: Books) => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      const run = (rows: Rows) => {
        const writes = noWrites();
        const result = decide({ rows, writes, rules });
        writer.add(writes, nowMs);
        return () => resolve(result);
      };
      if (asked.push({ run, reject }) === 1) queueMicrotask(runAsked);
    });

  return {
    admit: (batch) => join(nowOf(batch), (books) => admit(batch, books)),
    settle: (batch) => join(nowOf(batch), (books) => settle(batch, books)),
    cancel: (batch) => join(0, ({ rows }) => cancel(batch, rows)),
    abandon: (batch, nowMs, of) => join(nowMs, (books) => abandon(batch, nowMs, books, of)),
  };
}

function nowOf(batch: readonly { readonly nowMs: number }[]): number {
  return batch[0]?.nowMs ?? 0;
}

function createTransaction(database: DatabaseSync): <Result>(work: () => Result) => Result {
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  const rollback = database.prepare("rollback");
  return (work) => {
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      if (database.isTransaction) rollback.run();
      throw error;
    }
  };
}

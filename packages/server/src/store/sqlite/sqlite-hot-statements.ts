import type { DatabaseSync } from "node:sqlite";
import type { HotStatements } from "../money/hot-statements.ts";
import type { AlertRules } from "../ports/alerts.ts";
import { StoreUnavailable } from "../ports/errors.ts";
import { createSqliteAdmit } from "./admit.ts";
import { createSqliteSettle } from "./settle.ts";
import { patiently } from "./sqlite-dialect.ts";
import { createTouch, type Touched } from "./touched.ts";

/** Runs work while no transaction is open on the same connection. */
export type Alone = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface QueuedBatch {
  /** Returns a function that answers the callers after the commit. */
  run(touched: Touched): () => void;
  reject(error: unknown): void;
}

/**
 * All batches of one turn, of both kinds, run in one transaction of prepared statements, without a pause: two
 * transactions would read the same keys and write most of the same pages twice.
 */
export function createSqliteHotStatements(
  database: DatabaseSync,
  alerts: AlertRules,
  alone: Alone,
): HotStatements {
  const admit = createSqliteAdmit(database);
  const settle = createSqliteSettle(database, alerts);
  const inTransaction = createTransaction(database);
  let asked: QueuedBatch[] = [];

  const runAll = (together: readonly QueuedBatch[]): void => {
    const commit = () => inTransaction((touched) => together.map(({ run }) => run(touched)));
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
  const join = <Result>(work: (touched: Touched) => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      const run = (touched: Touched) => {
        const result = work(touched);
        return () => resolve(result);
      };
      if (asked.push({ run, reject }) === 1) queueMicrotask(runAsked);
    });

  return {
    admit: (batch) => join((touched) => admit(batch, touched)),
    settle: (batch) => join((touched) => settle(batch, touched)),
  };
}

function createTransaction(
  database: DatabaseSync,
): <Result>(work: (touched: Touched) => Result) => Result {
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  const rollback = database.prepare("rollback");
  const touch = createTouch(database);
  return (work) => {
    begin.run();
    try {
      const touched = touch();
      const result = work(touched);
      touched.write();
      commit.run();
      return result;
    } catch (error) {
      if (database.isTransaction) rollback.run();
      throw error;
    }
  };
}

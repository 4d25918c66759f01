import type { DatabaseSync } from "node:sqlite";
import type { HotStatements } from "../hot-statements.ts";
import { createSqliteAdmit } from "./admit.ts";
import { createSqliteSettle } from "./settle.ts";
import { patiently } from "./sqlite-dialect.ts";

/** Runs its work when nobody else is in the middle of a transaction on the same connection. */
export type Alone = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A batch is one transaction of prepared statements, run without a pause. */
export function createSqliteHotStatements(database: DatabaseSync, alone: Alone): HotStatements {
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  const rollback = database.prepare("rollback");
  const admit = createSqliteAdmit(database);
  const settle = createSqliteSettle(database);
  const inTransaction = <Result>(run: () => Result) =>
    alone(() =>
      patiently(() => {
        begin.run();
        try {
          const result = run();
          commit.run();
          return result;
        } catch (error) {
          if (database.isTransaction) rollback.run();
          throw error;
        }
      }),
    );
  return {
    admit: (batch) => inTransaction(() => admit(batch)),
    settle: (batch) => inTransaction(() => settle(batch)),
  };
}

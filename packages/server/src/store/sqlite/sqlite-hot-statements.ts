import type { DatabaseSync } from "node:sqlite";
import type { HotStatements } from "../hot-statements.ts";
import type { Database } from "../schema.ts";
import { createSqliteAdmit } from "./admit.ts";
import { createSqliteSettle } from "./settle.ts";
import { patiently } from "./sqlite-dialect.ts";

/**
 * A batch is one transaction of prepared statements, run without a pause. Kysely's connection is taken only to
 * be alone on it.
 */
export function createSqliteHotStatements(kysely: Database, database: DatabaseSync): HotStatements {
  const admit = createSqliteAdmit(database);
  const settle = createSqliteSettle(database);
  const inTransaction = <Result>(run: () => Result) =>
    kysely.connection().execute(() =>
      patiently(() => {
        database.exec("begin immediate");
        try {
          const result = run();
          database.exec("commit");
          return result;
        } catch (error) {
          if (database.isTransaction) database.exec("rollback");
          throw error;
        }
      }),
    );
  return {
    admit: (batch) => inTransaction(() => admit(batch)),
    settle: (batch) => inTransaction(() => settle(batch)),
  };
}

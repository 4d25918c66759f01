import type { DatabaseSync } from "node:sqlite";
import { createBudgetTable, type TouchedBudgets } from "./touched-budgets.ts";
import { createKeyTable, type TouchedKeys } from "./touched-keys.ts";

/** The rows that a transaction decides about. */
export interface Touched {
  readonly keys: TouchedKeys;
  readonly budgets: TouchedBudgets;
  /** Writes those that have changed. */
  write(): void;
}

export function createTouch(database: DatabaseSync): () => Touched {
  const keyTable = createKeyTable(database);
  const budgetTable = createBudgetTable(database);
  return () => {
    const keys = keyTable.touch();
    const budgets = budgetTable.touch();
    return {
      keys,
      budgets,
      write() {
        keys.write();
        budgets.write();
      },
    };
  };
}

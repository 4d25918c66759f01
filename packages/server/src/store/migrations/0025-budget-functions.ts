import type { Migration } from "./migration.ts";

/** Functions are installed after the migrations: postgres/install-functions.ts. */
export const budgetFunctions: Migration = { name: "budget-functions", up: async () => {} };

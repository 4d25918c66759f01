import type { Migration } from "./migration.ts";

/** Functions are installed after the migrations: postgres/install-functions.ts. */
export const hotFunctions: Migration = { name: "hot-functions", up: async () => {} };

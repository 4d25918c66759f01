import type { Migration } from "./migration.ts";

/** Functions are installed after the migrations: postgres/install-functions.ts. */
export const money3: Migration = { name: "money-3", up: async () => {} };

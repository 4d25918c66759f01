import type { Migration } from "./migration.ts";

/** Its function was replaced before any program was released that called it. */
export const admit2: Migration = { name: "admit-2", up: async () => {} };

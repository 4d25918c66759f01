import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * For the list of requests, newest first (money/generation-list.ts). A group stands for key, workspace, model, provider
 * and application at once, so one index serves all of these filters. The others hold only the rows that they are for:
 * a request without end user, session and failure pays for one index.
 */
export const ledgerLists: Migration = {
  name: "ledger-lists",
  async up(tx) {
    for (const [name, rows] of Object.entries(indexes))
      await sql.raw(`create index ledger_${name} on ledger ${rows}`).execute(tx);
    // For the content of the listed requests.
    await sql`create index io_log_request on io_log (request_id)`.execute(tx);
  },
};

const indexes = {
  group: "(group_id, settled_at_ms)",
  end_user: "(organisation_id, end_user, settled_at_ms) where end_user is not null",
  session: "(organisation_id, session_id, settled_at_ms) where session_id is not null",
  failed: "(organisation_id, settled_at_ms) where status >= 400 or error_kind is not null",
};

import type { Selectable } from "kysely";
import type { Tx } from "../schema.ts";
import type { ActivityCursorTable } from "./activity-tables.ts";

/** PostgreSQL's number of the lock that settlements share: while one is under way, the cursor does not pass it. */
export const cursorLock = 7_306_002;

export type Cursor = Pick<
  Selectable<ActivityCursorTable>,
  "closed_ms" | "counted_ms" | "states_ms" | "tags_ms"
>;

/** Locks the cursor: until the transaction ends, no row is counted or corrected by another one. */
export async function lockCursor(tx: Tx): Promise<Cursor> {
  return await tx
    .updateTable("activity_cursor")
    .set({ id: 1 })
    .returning(["closed_ms", "counted_ms", "states_ms", "tags_ms"])
    .executeTakeFirstOrThrow();
}

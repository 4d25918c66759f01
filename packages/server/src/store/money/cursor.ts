import type { Selectable } from "kysely";
import type { Tx } from "../schema.ts";
import type { ActivityCursorTable } from "./activity-tables.ts";

export type Cursor = Pick<
  Selectable<ActivityCursorTable>,
  "closed_ms" | "counted_ms" | "states_ms"
>;

/** Locks the cursor: until the transaction ends, no row is counted or corrected by another one. */
export async function lockCursor(tx: Tx): Promise<Cursor> {
  return await tx
    .updateTable("activity_cursor")
    .set({ id: 1 })
    .returning(["closed_ms", "counted_ms", "states_ms"])
    .executeTakeFirstOrThrow();
}

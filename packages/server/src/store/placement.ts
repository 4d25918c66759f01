import { PostgresAdapter, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "./schema.ts";

/** Of a database whose tables are spread over nodes, each row by its workspace. */
export class SpreadAdapter extends PostgresAdapter {}

export function isSpread(database: Database): boolean {
  return database.getExecutor().adapter instanceof SpreadAdapter;
}

/**
 * The condition that rows are of a workspace, which says on which node they are: locks and changes of several nodes at once are
 * refused. True where all rows are in one place: there a row of a program of before may not say its workspace.
 */
export function ofWorkspace(
  database: Database,
  workspaceId: string | RawBuilder<unknown>,
  column = "workspace",
): RawBuilder<SqlBool> {
  return isSpread(database) ? sql`${sql.ref(column)} = ${workspaceId}` : sql`true`;
}

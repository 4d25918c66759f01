import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { StorePlace } from "../../src/store/open-store.ts";
import { databaseFile } from "../../src/store/sqlite/open-sqlite-store.ts";

/** Past the store, as an operator with a shell would. */
export async function rawSql(
  place: StorePlace,
  statement: string,
): Promise<readonly Record<string, unknown>[]> {
  if ("dataFolder" in place) {
    const database = new DatabaseSync(join(place.dataFolder, databaseFile), { timeout: 2000 });
    try {
      return database.prepare(statement).all();
    } finally {
      database.close();
    }
  }
  if (!("databaseUrl" in place)) throw new Error("Nobody else sees a store in memory.");
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

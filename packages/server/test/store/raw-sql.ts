import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { StorePlace } from "../../src/store/open-store.ts";
import { databaseFile } from "../../src/store/sqlite/open-sqlite-store.ts";

/** Runs SQL directly on the database, like an operator with a shell. */
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
  if (!("databaseUrl" in place)) throw new Error("A store in memory has no second connection.");
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  try {
    return [await client.query(statement)].flat().at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}

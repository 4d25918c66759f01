import { join } from "node:path";
import { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "../../../../test/store/engines.ts";
import { schemaOf } from "../../../../test/store/schema-of.ts";
import { type StorePlace, storeDefaults } from "../../open-store.ts";
import { installFunctions } from "../../postgres/install-functions.ts";
import { postgresDialect } from "../../postgres/postgres-dialect.ts";
import type { Database, Tables } from "../../schema.ts";
import { databaseFile } from "../../sqlite/open-sqlite-store.ts";
import { openSqlite, sqliteDialect } from "../../sqlite/sqlite-dialect.ts";
import { functionsByText } from "../0040-functions-by-text.ts";
import { baseline } from "./baseline.ts";

async function connect(place: StorePlace): Promise<Database> {
  if ("databaseUrl" in place) {
    const { databaseUrl } = place;
    const settings = { ...storeDefaults, databaseUrl, maxConnections: 1 };
    return new Kysely<Tables>({ dialect: postgresDialect(settings) });
  }
  if (!("dataFolder" in place)) throw new Error("A store in memory has no place.");
  const file = await openSqlite(join(place.dataFolder, databaseFile));
  return new Kysely<Tables>({ dialect: sqliteDialect(file, () => {}) });
}

describe.each(engines)("the baseline on $engine", ({ engine, makePlace }) => {
  it("the baseline makes the same schema as the chain of migrations", async () => {
    await using chained = await makePlace();
    await chained.open();
    await using based = await makePlace();
    const database = await connect(based.place);
    await database.transaction().execute(async (tx) => {
      await baseline.up(tx, engine);
      await functionsByText.up(tx, engine);
      if (engine === "postgres") await installFunctions(tx);
    });
    await database.destroy();
    const schema = await schemaOf(chained.place);
    expect(schema.length).toBeGreaterThan(75);
    expect(await schemaOf(based.place)).toEqual(schema);
  });
});

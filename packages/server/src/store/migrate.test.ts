import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkInvariants } from "../../test/books/invariants.ts";
import { embedded, engines } from "../../test/store/engines.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { settlement } from "../../test/store/records.ts";
import type { StorePlace } from "./open-store.ts";
import { StoreTooOld } from "./ports/errors.ts";
import { databaseFile } from "./sqlite/open-sqlite-store.ts";

const tooOld =
  "The database is at version 4. Start Portico 0.9 on it once (tag `v0.9.0`), then this one.";

/** A folder that a program of that version left: a request is settled, another one is held. */
async function bringOldStore(place: StorePlace, version: 4 | 30): Promise<void> {
  if (!("dataFolder" in place)) throw new Error("The old stores are folders.");
  const packed = new URL(`../../test/store/old-stores/version-${version}.db.gz`, import.meta.url);
  await writeFile(join(place.dataFolder, databaseFile), gunzipSync(await readFile(packed)));
}

it("a folder from before release 0.9 is refused with what to start once, and not changed", async () => {
  await using place = await embedded.makePlace();
  await bringOldStore(place.place, 4);
  await expect(place.open()).rejects.toThrow(new StoreTooOld(tooOld));
  const history = await rawSql(
    place.place,
    "select max(version) as newest from portico_migrations",
  );
  expect(history).toEqual([{ newest: 4 }]);
});

it("a folder of release 0.9 goes on with its requests, and has the tables of an empty one", async () => {
  await using place = await embedded.makePlace();
  await bringOldStore(place.place, 30);
  const store = await place.open();
  const identity = await store.firstIdentity();
  if (identity === null) throw new Error("The first keys are missing.");
  await store.money.settle([settlement(identity, { generationId: "gen-held", keyId: 3 })]);
  for (const id of ["gen-settled", "gen-held"])
    expect(await store.activity.generation(identity.organisationId, id)).toMatchObject({
      state: "settled",
      heldNanousd: 100,
      chargedNanousd: 40,
    });
  expect(await checkInvariants(place.place)).toEqual([]);
  await using empty = await embedded.makePlace();
  await empty.open();
  expect(await tablesOf(place.place)).toEqual(await tablesOf(empty.place));
});

/** Added columns stand in the text behind other spaces. */
async function tablesOf(place: StorePlace): Promise<readonly string[]> {
  const rows = await rawSql(place, "select sql from sqlite_master where sql is not null");
  return rows.map(({ sql }) => String(sql).replace(/\s+/g, "")).sort();
}

describe.each(engines)("an old store on $engine", ({ makeEmptyPlace }) => {
  it("a database from before release 0.9 is refused with what to start once", async () => {
    await using place = await makeEmptyPlace();
    await (await place.open()).close();
    await rawSql(place.place, "update portico_migrations set version = 4 where version = 30");
    await rawSql(place.place, "delete from portico_migrations where version > 30");
    await expect(place.open()).rejects.toThrow(new StoreTooOld(tooOld));
  });
});

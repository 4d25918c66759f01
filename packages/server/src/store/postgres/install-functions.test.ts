import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import { expect, it } from "vitest";
import { rawSql } from "../../../test/store/raw-sql.ts";
import { openStore } from "../open-store.ts";

const oldBody = `create or replace function portico_threshold_1(money bigint, percent integer)
  returns bigint language sql immutable as $$ select money $$`;
const otherHash = "update portico_functions set hash = 'of another text'";

it("functions of another text are replaced at the next start, also by several processes at once", async () => {
  await using database = await temporaryDatabase();
  const place = { databaseUrl: database.url };
  const open = async () => await (await openStore(place)).close();
  const functions = () =>
    rawSql(
      place,
      "select proname, prosrc from pg_proc where proname like 'portico%' order by proname",
    );
  await open();
  const fresh = await functions();
  expect(fresh).toHaveLength(17);
  await rawSql(place, oldBody);
  await open();
  // The same text is not installed again.
  expect(await functions()).not.toEqual(fresh);
  await rawSql(place, otherHash);
  await Promise.all([open(), open(), open()]);
  expect(await functions()).toEqual(fresh);
});

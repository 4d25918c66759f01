import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import pg from "pg";
import { expect, it } from "vitest";
import { openStore } from "../open-store.ts";

it("a role that may make no tables gets a sentence that says what to grant", async () => {
  await using database = await temporaryDatabase();
  const role = new URL(database.url).pathname.replace("/test_", "role_");
  const owner = new pg.Client(database.url);
  await owner.connect();
  await owner.query(`create role ${role} login password 'pw'`);
  const url = new URL(database.url);
  Object.assign(url, { username: role, password: "pw" });
  await expect(openStore({ databaseUrl: url.href })).rejects.toMatchObject({
    name: "StoreUnavailable",
    message: expect.stringMatching(/may not bring the tables up to date: .* grant it create on/),
  });
  await owner.query(`drop role ${role}`);
  await owner.end();
});

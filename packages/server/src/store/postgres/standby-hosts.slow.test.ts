import { eventually } from "@portico/test-support/eventually";
import { startPostgres } from "@portico/test-support/postgres/start-postgres";
import pg from "pg";
import { expect, it } from "vitest";
import { hostsBefore } from "../../../test/store/hosts-before.ts";
import { admitRequest, firstTenant, settlement } from "../../../test/store/records.ts";
import { checkStorage } from "../../cli/doctor/check-storage.ts";
import { readConfig } from "../../config.ts";
import { openStore } from "../open-store.ts";

const hostOf = (url: string) => new URL(url).host;

it("writes go to the primary, and to the standby from when it is promoted", async () => {
  const postgres = await startPostgres();
  const standbyUrl = `${await postgres.follow()}/postgres`;
  const databaseUrl = hostsBefore(standbyUrl, `${postgres.url}/postgres`);
  const [standby, primary] = [hostOf(standbyUrl), hostOf(postgres.url)];
  const secret = Buffer.alloc(32, 7).toString("base64");
  const doctor = async () =>
    (await checkStorage(readConfig({ DATABASE_URL: databaseUrl, PORTICO_SECRET: secret }))).filter(
      ({ check }) => check === "DATABASE_URL",
    );
  const warnings: string[] = [];
  const store = await openStore(
    { databaseUrl },
    { onWarning: (message) => warnings.push(message), statementTimeoutMs: 2000 },
  );
  const tenant = await firstTenant(store);
  const key = await tenant.key({});
  const book = async () => {
    const admission = admitRequest(key);
    await store.money.admit([admission]);
    await store.money.settle([settlement(tenant, admission)]);
    return admission.generationId;
  };
  const before = await book();
  expect(warnings).toEqual([
    `Connections to PostgreSQL go to ${primary} now, not to ${standby}. ${standby}: It is a standby, which takes no writes.`,
  ]);
  expect(await doctor()).toMatchObject([
    { state: "ok", detail: `${standby} answers, as a standby` },
    { state: "ok", detail: `${primary} answers, as a primary` },
  ]);
  const other = new pg.Client(standbyUrl);
  await other.connect();
  await eventually(async () =>
    expect((await other.query("select 1 from ledger")).rowCount).toBeGreaterThan(0),
  );
  await postgres.command("kill");
  await expect(book()).rejects.toThrow();
  await expect(book()).rejects.toThrow(`${standby}: It is a standby`);
  await other.query("select pg_promote()");
  await other.end();
  const after = await eventually(book);
  for (const id of [before, after])
    expect(await store.activity.generation(tenant.organisationId, id)).not.toBeNull();
  expect(warnings.at(-1)).toContain(`go to ${standby} now, not to ${primary}.`);
  const found = await doctor();
  expect(found).toMatchObject([
    { state: "ok", detail: `${standby} answers, as a primary` },
    { state: "warning", detail: expect.stringContaining(`${primary} is passed over: `) },
  ]);
  expect(JSON.stringify([found, warnings])).not.toContain(`${new URL(standbyUrl).password}@`);
  await store.close();
  await postgres.stop();
});

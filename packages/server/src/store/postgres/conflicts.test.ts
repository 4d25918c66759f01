import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import { admitRequest, firstTenant, settlement, type Tenant } from "../../../test/store/records.ts";
import { storeDefaults } from "../open-store.ts";
import { StoreBusy } from "../ports/errors.ts";
import type { Store } from "../store.ts";
import { createConnections } from "./connections.ts";
import { DatabaseHosts } from "./database-hosts.ts";
import { readForAdmission } from "./hot-reads.ts";
import { createShares } from "./shares.ts";

const { none } = createShares();
const postgres = engines.filter(({ engine }) => engine === "postgres");

describe.each(postgres)("transactions that are ended for the sake of others", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
    // Sequences go on where a transaction is rolled back.
    await rawSql(place.place, "create sequence tries");
    await rawSql(place.place, "create table fails (times integer, code text)");
    await rawSql(place.place, "insert into fails values (0, '40001')");
    await rawSql(
      place.place,
      `create function fail() returns trigger language plpgsql as $$
        begin
          if nextval('tries') <= (select times from fails) then
            raise exception using errcode = (select code from fails), message = 'in the way';
          end if;
          return coalesce(new, old);
        end $$`,
    );
    await rawSql(
      place.place,
      "create trigger fail before insert or delete on holds for each row execute function fail()",
    );
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const failFor = async (times: number, code: string) => {
    await rawSql(place.place, `update fails set times = ${times}, code = '${code}'`);
    await rawSql(place.place, "alter sequence tries restart");
  };

  const connect = () => {
    if (!("databaseUrl" in place.place)) throw new Error("This is no PostgreSQL.");
    const { databaseUrl } = place.place;
    return createConnections({
      ...storeDefaults,
      hosts: new DatabaseHosts(databaseUrl),
      maxConnections: 1,
    });
  };

  it.each(["40001", "40P01"])("begin again up to three times after %s", async (code) => {
    const key = await tenant.key({ limitNanousd: 1000 });
    const request = admitRequest(key);
    await failFor(3, code);
    expect(await store.money.admit([request])).toMatchObject([{ outcome: "admitted" }]);
    await failFor(3, code);
    await store.money.settle([settlement(tenant, request)]);
    const other = admitRequest(key);
    await failFor(0, code);
    await store.money.admit([other]);
    await failFor(3, code);
    await store.money.cancel([other]);
    expect(await store.keys.get(tenant.organisationId, key.hash)).toMatchObject({
      ...{ heldNanousd: 0, usageNanousd: 40 },
    });
    await failFor(4, code);
    await expect(store.money.admit([admitRequest(key)])).rejects.toThrow(StoreBusy);
  });

  it("end where their process stands still with its locks, before others lose their patience", async () => {
    await failFor(0, "40001");
    const key = await tenant.key();
    const connections = connect();
    const still = await connections.acquire();
    await still.pipeline(readForAdmission([admitRequest(key)], none).calls);
    expect(await store.money.admit([admitRequest(key)])).toMatchObject([{ outcome: "admitted" }]);
    await expect.poll(() => still.isBroken).toBe(true);
    connections.release(still);
    await connections.close();
  });

  it("begin again without names where another connection stands behind the same one", async () => {
    const connections = connect();
    const lent = await connections.acquire();
    const { calls } = readForAdmission([admitRequest(await tenant.key())], none);
    await lent.pipeline(calls);
    await lent.query("rollback", []);
    await lent.query("deallocate all", []);
    await expect(lent.pipeline(calls)).rejects.toMatchObject({ isConflict: true });
    await lent.rollback();
    expect(await lent.pipeline(calls)).toHaveLength(calls.length);
    await lent.rollback();
    connections.release(lent);
    await connections.close();
  });

  it("are not begun again after a lock that took too long", async () => {
    const key = await tenant.key();
    await failFor(1, "55P03");
    await expect(store.money.admit([admitRequest(key)])).rejects.toThrow(
      "PostgreSQL is busy: in the way.",
    );
    expect(await store.money.admit([admitRequest(key)])).toMatchObject([{ outcome: "admitted" }]);
  });
});

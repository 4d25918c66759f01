import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { firstTenant } from "../../test/store/records.ts";
import { startMoneyProcess } from "../../test/store/start-money-process.ts";
import { firstVersion, migrations } from "./migrations/index.ts";
import { StoreTooNew } from "./ports/errors.ts";

describe.each(engines)("migrations on $engine", ({ makeEmptyPlace }) => {
  const places: TestPlace[] = [];
  let place: TestPlace;
  beforeEach(async () => {
    place = await makeEmptyPlace();
    places.push(place);
  });
  afterAll(() => Promise.all(places.map((each) => each[Symbol.asyncDispose]())));

  const versions = async () =>
    (
      await rawSql(place.place, "select version, name from portico_migrations order by version")
    ).map(({ version, name }) => [Number(version), name]);

  it("migrations run once when several processes start at once on an empty store", async () => {
    const members = await Promise.all(
      [0, 1, 2, 3].map(() => startMoneyProcess({ place: place.place, options: {} })),
    );
    await Promise.all(members.map((member) => member.kill()));
    expect(await versions()).toEqual(
      migrations.map(({ name }, index) => [firstVersion + index, name]),
    );
  });

  it("migrations change nothing at the next start", async () => {
    const tenant = await firstTenant(await place.open());
    const key = await tenant.key();
    const again = await place.open();
    expect(await again.keys.get(tenant.organisationId, key.hash)).toEqual(key);
  });

  it("a database that a newer program has written is refused and not changed", async () => {
    const store = await place.open();
    await store.close();
    await rawSql(place.place, "insert into portico_migrations values (999, 'from-the-future', 0)");
    await expect(place.open()).rejects.toThrow(StoreTooNew);
    await expect(place.open()).rejects.toThrow(/version 999.*start a newer program/);
    expect(await versions()).toHaveLength(migrations.length + 1);
  });

  it("one organisation is created when several processes ask for the first one", async () => {
    const stores = await Promise.all([0, 1, 2].map(() => place.open()));
    const made = await Promise.allSettled(stores.map((store) => firstTenant(store)));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const count = await rawSql(place.place, "select count(*) as count from organisations");
    expect(Number(count[0]?.["count"])).toBe(1);
    const keys = await rawSql(place.place, "select kind from keys order by id");
    expect(keys.map(({ kind }) => kind)).toEqual(["ordinary", "management"]);
  });
});

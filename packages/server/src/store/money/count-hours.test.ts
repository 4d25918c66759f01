import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import { admitRequest, firstTenant, settlement } from "../../../test/store/records.ts";
import type { Store } from "../store.ts";

describe.each(engines)("the count of hours on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  beforeEach(async () => {
    place = await makePlace();
    store = await place.open();
  });
  afterEach(() => place[Symbol.asyncDispose]());

  it("says how far it is while many requests are not counted", async () => {
    const tenant = await firstTenant(store);
    const nowMs = Date.now() - 60_000;
    const request = admitRequest(await tenant.key(), { nowMs });
    await store.money.admit([request]);
    await store.money.settle([settlement(tenant, request, { nowMs })]);
    await store.activity.count(Date.now());
    expect(await store.activity.countedUntilMs()).toBeNull();
    const rows = 10_001;
    const [row = {}] = await rawSql(place.place, "select * from ledger");
    const columns = Object.keys(row);
    const changed: Readonly<Record<string, string>> = {
      request_id: "request_id || n",
      settled_at_ms: "settled_at_ms + n",
    };
    await rawSql(
      place.place,
      `insert into ledger (${columns.join()}) with recursive numbers (n) as (
        select 1 union all select n + 1 from numbers where n < ${rows}
      ) select ${columns.map((column) => changed[column] ?? column).join()} from ledger, numbers`,
    );
    expect(await store.activity.countedUntilMs()).toBe(nowMs);
    expect(await store.activity.count(Date.now())).toBe(rows);
    expect(await store.activity.countedUntilMs()).toBeNull();
    const { records } = await store.activity.query(tenant.organisationId, {
      ...{ fromMs: nowMs - 3_600_000, toMs: Date.now(), granularity: "hour" },
      ...{ groupBy: [], offset: 0, limit: 1 },
    });
    expect(records[0]?.requests).toBe(rows + 1);
  });
});

import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import { bookOne, firstTenant, generationFacts, type Tenant } from "../../../test/store/records.ts";
import type { ActivityGroup, ActivityQuery } from "../ports/activity.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";
import { hourMs } from "./hour-counts.ts";

// A Sunday: the first and the last week are not whole.
const startMs = Date.parse("2026-09-20T10:00:00Z");
const stepMs = 10 * hourMs;
const rows = 80;
const endMs = startMs + rows * stepMs;
const groupings = [[], ["app"], ["key", "model"], ["provider", "app", "key"]] as const;

describe.each(engines)("activity of weeks on $engine", inOrder, ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  let keys: readonly KeyRecord[];
  const ids: string[] = [];
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
    keys = [await tenant.key(), await tenant.key(), await tenant.key()];
    for (let index = 0; index < rows; index += 1)
      ids.push(await book(keys[index % 2], startMs + index * stepMs, index));
  });
  afterAll(() => place[Symbol.asyncDispose]());

  async function book(key: KeyRecord | undefined, nowMs: number, index: number): Promise<string> {
    const facts = generationFacts({
      model: `model-${index % 3}`,
      latencyMs: 100 + index * 10,
      status: index % 10 === 9 ? 502 : 200,
      appTitle: index % 5 === 0 ? "App" : null,
    });
    return await bookOne(store, tenant, key, { nowMs, facts, costNanousd: 20 + index });
  }

  const query = async (groupBy: ActivityQuery["groupBy"]) =>
    await store.activity.query(tenant.organisationId, {
      ...{ fromMs: startMs, toMs: endMs, groupBy, offset: 0, limit: 1000 },
    });
  const answers = () => Promise.all(groupings.map(query));
  /** Makes the sums as a process does that starts now, with all that is booked. */
  async function sumUp(): Promise<number> {
    await store.close();
    store = await place.open();
    await store.activity.count(Date.now());
    return await summed();
  }
  const summed = async () =>
    (await rawSql(place.place, "select distinct week from activity_weeks")).length;

  /** Days are read from what each booking writes. */
  async function expectSumsOfDays(): Promise<void> {
    const ofDays = await Promise.all(groupings.map((by) => query([...by, "day"])));
    const sums = ofDays.map(({ records }) => totalsOf(records));
    expect((await answers()).map(({ records }) => totalsOf(records))).toEqual(sums);
  }

  it("is the same from the sums of weeks as from those of days", async () => {
    const before = await answers();
    expect(await sumUp()).toBe(5);
    expect(await answers()).toEqual(before);
    await expectSumsOfDays();
    await rawSql(place.place, "update activity_weeks set requests = requests + 1");
    expect(await answers()).not.toEqual(before);
    await rawSql(place.place, "delete from activity_weeks");
    expect(await answers()).toEqual(before);
    expect(await sumUp()).toBe(5);
  });

  it("follows a refund in a week that is summed up", async () => {
    const before = totalsOf((await query([])).records);
    expect(await store.money.refund(actorIn(tenant.organisationId), ids[39] ?? "")).toBe(true);
    const refunded = { ...before, cost: before.cost - 59 };
    expect(totalsOf((await query([])).records)).toEqual(refunded);
    await expectSumsOfDays();
    expect(await summed()).toBe(4);
    expect(await sumUp()).toBe(5);
    expect(totalsOf((await query([])).records)).toEqual(refunded);
    await expectSumsOfDays();
  });

  it("has what a clock that was set back books in a week that is summed up", async () => {
    const before = totalsOf((await query([])).records);
    await book(keys[2], startMs + 20 * 24 * hourMs, 0);
    const booked = { requests: before.requests + 1, cost: before.cost + 20 };
    expect(totalsOf((await query([])).records)).toMatchObject(booked);
    await expectSumsOfDays();
    await store.activity.count(Date.now());
    expect(await summed()).toBe(4);
    expect(totalsOf((await query([])).records)).toMatchObject(booked);
    expect(await sumUp()).toBe(5);
    expect(totalsOf((await query([])).records)).toMatchObject(booked);
    await expectSumsOfDays();
  });
});

function totalsOf(records: readonly ActivityGroup[]) {
  const sum = (of: (group: ActivityGroup) => number) =>
    records.reduce((all, group) => all + of(group), 0);
  return {
    requests: sum(({ requests }) => requests),
    failures: sum(({ failures }) => failures),
    cost: sum(({ costNanousd }) => costNanousd),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
  };
}

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import {
  admitRequest,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../../test/store/records.ts";
import type { ActivityQuery } from "../ports/activity.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

const startMs = Date.parse("2026-11-20T12:00:00Z");
const dayMs = 86_400_000;
const apps = 500;
/** Of the first key on its first day: one that fails and one of an application with the name of the others too. */
const requests = apps + 2;
/** As many groups of a key and day have an app of their own. */
const named = 200;

describe.each(engines)("activity of a key with many applications, on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  let [one, other]: KeyRecord[] = [];
  let refundable: string;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
    one = await tenant.key();
    other = await tenant.key();
    const titles = Array.from({ length: apps }, (_, index) => `app ${index}`);
    await use(one, ["other"]);
    await use(one, titles);
    await use(other, ["app 499"]);
    [refundable = ""] = await use(one, ["app of a failure"], 500);
    await use(one, ["app 499"], 200, startMs + dayMs);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  async function use(
    key: KeyRecord,
    titles: readonly string[],
    status = 200,
    nowMs = startMs,
  ): Promise<readonly string[]> {
    const calls = titles.map((appTitle) => ({
      appTitle,
      request: admitRequest(key, { nowMs }),
    }));
    await store.money.admit(calls.map(({ request }) => request));
    await store.money.settle(
      calls.map(({ appTitle, request }) => {
        const appUrl = appTitle === "other" ? null : `https://${appTitle}`;
        const facts = generationFacts({ model: "m", appTitle, appUrl, status });
        return settlement(tenant, request, { nowMs, costNanousd: 10, facts });
      }),
    );
    return calls.map(({ request }) => request.generationId);
  }
  const query = (change: Partial<ActivityQuery>) =>
    store.activity.query(tenant.organisationId, {
      ...{
        fromMs: startMs,
        toMs: startMs + 1,
        groupBy: ["app"],
        offset: 0,
        limit: 1000,
        ...change,
      },
    });

  async function expectFew(granularity: "day" | "hour"): Promise<void> {
    const { records, totalCount } = await query({ granularity, keyId: one?.id ?? 0 });
    expect(totalCount).toBe(named + 1);
    const rest = records.filter(({ appTitle }) => appTitle === "other");
    expect(rest).toMatchObject([{ appUrl: null, requests: requests - named }]);
    expect(records.reduce((sum, record) => sum + record.requests, 0)).toBe(requests);
    expect(rest[0]?.latencyMs).not.toBeNull();
  }

  it("has rows of the first applications of a day, and one of the others", async () => {
    await expectFew("day");
    await expectFew("hour");
    await store.activity.count(startMs + 60_000);
    await expectFew("day");
    await expectFew("hour");
  });

  it("finds the others under their name, and an application that has rows of its own", async () => {
    for (const granularity of ["day", "hour"] as const) {
      const sumOf = async (app: string) =>
        (await query({ granularity, app, groupBy: [] })).records[0]?.requests;
      expect(await sumOf("other")).toBe(requests - named);
      expect(await sumOf("app 0")).toBe(1);
      // Only the other key's.
      expect(await sumOf("app 499")).toBe(1);
    }
  });

  it("names each application in the list of requests, and begins again with each day", async () => {
    const { records } = await store.activity.generations(tenant.organisationId, {
      ...{ limit: 10, app: "app 499" },
    });
    const keyIds = records.map(({ keyId }) => keyId);
    expect(keyIds.toSorted()).toEqual([one?.id, one?.id, other?.id]);
    const tomorrow = await query({ fromMs: startMs + dayMs, toMs: startMs + dayMs + 1 });
    expect(tomorrow.records.map(({ appTitle }) => appTitle)).toEqual(["app 499"]);
  });

  it("counts an application of that name with the others", async () => {
    const groupBy = ["day", "key", "model", "provider", "app"] as const;
    const { records, totalCount } = await query({ groupBy });
    expect(records).toHaveLength(totalCount);
    expect(records.filter(({ appTitle }) => appTitle === "other")).toMatchObject([
      { keyId: one?.id, requests: requests - named },
    ]);
  });

  it("takes a refund from the row in which its request was counted", async () => {
    const before = (await query({ app: "other" })).records[0];
    await store.money.refund(actorIn(tenant.organisationId), refundable);
    const after = (await query({ app: "other" })).records[0];
    expect(after?.requests).toBe(before?.requests);
    expect(after?.costNanousd).toBe((before?.costNanousd ?? 0) - 10);
    expect((await query({ app: "app of a failure" })).totalCount).toBe(0);
  });
});

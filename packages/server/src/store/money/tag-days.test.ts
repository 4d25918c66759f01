import { dayMs } from "@portico/core/rules/calendar";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import {
  billedAttempt,
  bookOne,
  firstTenant,
  generationFacts,
  type Tenant,
} from "../../../test/store/records.ts";
import type { ActivityQuery } from "../ports/activity.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

const startMs = Date.parse("2026-11-20T22:30:00Z");

describe.each(engines)("activity by tags on $engine", inOrder, ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  let keys: readonly KeyRecord[];
  const ids: string[] = [];
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
    keys = [await tenant.key(), await tenant.key()];
    for (let index = 0; index < 24; index += 1)
      ids.push(
        await book(startMs + index * 600_000, index, {
          ...(index % 4 > 0 && { project: `project-${index % 2}` }),
          ...(index % 3 === 0 && { feature: "search" }),
        }),
      );
  });
  afterAll(() => place[Symbol.asyncDispose]());

  async function book(nowMs: number, index: number, tags: Record<string, string>): Promise<string> {
    const facts = generationFacts({
      tags: Object.keys(tags).length === 0 ? null : tags,
      model: `model-${index % 3}`,
      status: index === 5 ? 502 : 200,
    });
    const paid =
      index === 6
        ? { costNanousd: 80, billed: [billedAttempt(0, "first"), billedAttempt(1, "sandbox")] }
        : { costNanousd: 20 };
    return await bookOne(store, tenant, keys[index % 2], { nowMs, facts, ...paid });
  }
  const query = (change: Partial<ActivityQuery> = {}) =>
    store.activity.query(tenant.organisationId, {
      ...{ fromMs: startMs, toMs: startMs + 2 * dayMs, tag: { name: "project" } },
      ...{ groupBy: ["tag"], offset: 0, limit: 1000, ...change },
    });
  const sums = async (change: Partial<ActivityQuery> = {}) =>
    (await query(change)).records.map(({ tag, requests, costNanousd }) => [
      ...[tag, requests, costNanousd],
    ]);
  const answers = () =>
    Promise.all([
      query(),
      query({ groupBy: [] }),
      query({ groupBy: ["day", "tag"] }),
      query({ groupBy: ["day", "key", "workspace", "model", "provider", "tag"] }),
      query({ groupBy: ["model", "tag"], limit: 2, offset: 1 }),
      query({ groupBy: ["day"], tag: { name: "project", value: "project-1" } }),
      query({ groupBy: ["tag"], keyId: keys[1]?.id ?? 0, model: "model-1", provider: "sandbox" }),
      query({ groupBy: ["tag"], tag: { name: "feature" } }),
    ]);

  it("sums the requests of each value, and leaves out those without the tag", async () => {
    expect(await sums()).toEqual([
      ["project-1", 12, 240],
      ["project-0", 6, 180],
    ]);
    expect(await sums({ groupBy: [] })).toEqual([[null, 18, 420]]);
    expect(await sums({ tag: { name: "feature" } })).toEqual([["search", 8, 220]]);
    expect((await query({ tag: { name: "customer" } })).records).toEqual([]);
    expect(await sums({ tag: { name: "project", value: "project" } })).toEqual([]);
  });

  it("counts a request once, and its money under the attempt that used it", async () => {
    const { records } = await query({
      groupBy: ["provider"],
      tag: { name: "project", value: "project-0" },
    });
    expect(records.map((one) => [one.provider, one.requests, one.costNanousd])).toEqual([
      ["sandbox", 6, 140],
      ["first", 0, 40],
    ]);
  });

  it("says the same before they are counted, and after it, page by page", async () => {
    const before = await answers();
    const { records: all } = before[3];
    expect(all.length).toBeGreaterThan(8);
    await Promise.all([store.activity.count(Date.now()), store.activity.count(Date.now())]);
    expect(await rawSql(place.place, "select requests from tag_days")).not.toHaveLength(0);
    expect(await answers()).toEqual(before);
    const paged = [];
    for (let offset = 0; offset < all.length; offset += 3) {
      const groupBy = ["day", "key", "workspace", "model", "provider", "tag"] as const;
      const { records, totalCount } = await query({ groupBy, offset, limit: 3 });
      expect(totalCount).toBe(all.length);
      paged.push(...records);
    }
    expect(paged).toEqual(all);
  });

  it("adds what is booked after it was counted, once", async () => {
    ids.push(await book(startMs + 3 * 3_600_000, 1, { project: "project-1" }));
    expect((await sums())[0]).toEqual(["project-1", 13, 260]);
    await store.activity.count(Date.now());
    expect((await sums())[0]).toEqual(["project-1", 13, 260]);
  });

  it("follows a refund of what was counted", async () => {
    expect(await store.money.refund(actorIn(tenant.organisationId), ids[5] ?? "")).toBe(true);
    expect((await sums())[0]).toEqual(["project-1", 13, 240]);
  });

  it("keeps the first 200 values of a day by their names, counted or not", async () => {
    const laterMs = startMs + 10 * dayMs;
    const later = { fromMs: laterMs, toMs: laterMs + dayMs, groupBy: ["tag"] } as const;
    for (let index = 0; index < 199; index += 1)
      await book(laterMs + index, index, { project: `value-${index}` });
    await store.activity.count(Date.now());
    for (let index = 190; index < 205; index += 1)
      await book(laterMs + 1000 + index, index, { project: `value-${index}` });
    const check = async () => {
      const found = new Map((await sums(later)).map(([tag, requests]) => [tag, requests]));
      expect(found.size).toBe(201);
      expect(found.get("other")).toBe(5);
      expect(found.get("value-195")).toBe(2);
      expect(found.get("value-199")).toBe(1);
    };
    await check();
    await store.activity.count(Date.now());
    await check();
  });
});

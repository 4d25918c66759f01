import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import {
  admitRequest,
  billedAttempt,
  bookOne,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../../test/store/records.ts";
import type { ActivityQuery } from "../ports/activity.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";
import { hourMs } from "./hour-counts.ts";

const startMs = Date.parse("2026-11-20T22:30:00Z");
const everything = ["day", "key", "model", "provider", "app", "workspace"] as const;
const rows = 60;
const first = billedAttempt(0, "first", { estimated: true });

describe.each(engines)("activity by hours on $engine", inOrder, ({ makePlace }) => {
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
    for (let index = 0; index < rows; index += 1) ids.push(await book(index));
  });
  afterAll(() => place[Symbol.asyncDispose]());

  async function book(index: number): Promise<string> {
    const paid =
      index % 6 === 0
        ? { costNanousd: 80, billed: [first, billedAttempt(1, "sandbox")] }
        : { costNanousd: 20 };
    const nowMs = startMs + index * 200_000;
    return await bookOne(store, tenant, keys[index % 2], { nowMs, facts: factsOf(index), ...paid });
  }
  const query = (change: Partial<ActivityQuery> = {}) =>
    store.activity.query(tenant.organisationId, {
      ...{ fromMs: startMs, toMs: startMs + 48 * hourMs, granularity: "hour" },
      ...{ groupBy: everything, offset: 0, limit: 1000, ...change },
    });
  /** Every way to ask that a page may come from. */
  const answers = () =>
    Promise.all([
      query(),
      query({ granularity: "day" }),
      query({ groupBy: ["day"] }),
      query({ groupBy: [] }),
      query({ groupBy: ["model"], granularity: "day" }),
      query({ groupBy: ["day", "provider"], limit: 3, offset: 2 }),
      query({ groupBy: ["model", "key"], app: "App" }),
      query({ groupBy: ["day"], provider: "first", granularity: "day" }),
      query({ groupBy: ["day"], keyId: keys[1]?.id ?? 0, fromMs: startMs + 2 * hourMs }),
    ]);

  it("are the sums of the ledger's rows, hour by hour", async () => {
    const { records, totalCount } = await query({ groupBy: ["day"] });
    expect(totalCount).toBe(4);
    expect(records.map(({ hour, requests }) => [hour, requests])).toEqual([
      ["2026-11-21T01:00:00.000Z", 15],
      ["2026-11-21T00:00:00.000Z", 18],
      ["2026-11-20T23:00:00.000Z", 18],
      ["2026-11-20T22:00:00.000Z", 9],
    ]);
    const [newest] = records;
    expect(newest).toMatchObject({ day: "2026-11-21", failures: 2 });
    const all = await query({ groupBy: [] });
    expect(all.records[0]).toMatchObject({ requests: rows, costNanousd: 50 * 20 + 10 * 80 });
  });

  it.each([
    ["hour", ["day", "model", "provider"]],
    ["day", ["day", "key", "app"]],
    ["day", ["key", "model"]],
  ] as const)(
    "by %s and %j are the same page by page as in one list",
    async (granularity, groupBy) => {
      const all = await query({ granularity, groupBy });
      expect(all.totalCount).toBe(all.records.length);
      const paged = [];
      for (let offset = 0; offset < all.totalCount; offset += 3) {
        const { records, totalCount } = await query({ granularity, groupBy, offset, limit: 3 });
        expect(totalCount).toBe(all.totalCount);
        paged.push(...records);
      }
      expect(paged).toEqual(all.records);
      const behind = await query({ granularity, groupBy, offset: all.totalCount, limit: 3 });
      expect(behind).toEqual({ records: [], totalCount: all.totalCount });
    },
  );

  it("have the times of the requests that succeeded", async () => {
    const [all] = (await query({ groupBy: [] })).records;
    const latencies = Array.from({ length: rows }, (_, index) => index)
      .filter((index) => index % 10 !== 9)
      .map((index) => 100 + index * 10);
    const median = latencies[Math.ceil(latencies.length / 2) - 1] ?? 0;
    expect(all?.latencyMs?.p50).toBeGreaterThan(median * 0.95);
    expect(all?.latencyMs?.p50).toBeLessThan(median * 1.05);
    expect(all?.firstTokenMs?.p99).toBeGreaterThan(100);
    expect(all?.outputTokensPerSecond).toBeGreaterThan(20);
    const [failing] = (await query({ groupBy: [], fromMs: 0, toMs: hourMs })).records;
    expect(failing).toMatchObject({ latencyMs: null, outputTokensPerSecond: null, requests: 0 });
  });

  it("are the same before they are counted, in the middle of it, and after it", async () => {
    const before = await answers();
    await store.activity.count(startMs + 3 * hourMs);
    const counted = await rawSql(place.place, "select counted_ms from activity_cursor");
    expect(Number(counted[0]?.["counted_ms"])).toBeGreaterThan(startMs);
    expect(await answers()).toEqual(before);
    await Promise.all([store.activity.count(Date.now()), store.activity.count(Date.now())]);
    expect(await rawSql(place.place, "select requests from activity_hours")).not.toHaveLength(0);
    expect(await answers()).toEqual(before);
    expect(await store.activity.count(Date.now())).toBe(0);
  });

  it("count a row that is booked too late at a later time, once", async () => {
    const [{ requests = 0 } = {}] = (await query({ groupBy: [] })).records;
    ids.push(await book(0));
    const late = await store.activity.generation(tenant.organisationId, ids.at(-1) ?? "");
    expect(late?.settledAtMs).toBeGreaterThan(startMs);
    expect((await query({ groupBy: [] })).records[0]?.requests).toBe(requests + 1);
    await store.activity.count(Date.now());
    expect((await query({ groupBy: [] })).records[0]?.requests).toBe(requests + 1);
  });

  it("follow what is corrected after it was counted", async () => {
    const failedId = ids[9] ?? "";
    const [before] = (await query({ groupBy: [] })).records;
    expect(await store.money.refund(actorIn(tenant.organisationId), failedId)).toBe(true);
    const [after] = (await query({ groupBy: [] })).records;
    expect(after).toEqual({ ...before, costNanousd: (before?.costNanousd ?? 0) - 20 });
    const days = await query({ groupBy: ["model"], granularity: "day" });
    expect(await query({ groupBy: ["model"] })).toEqual(days);
  });

  it("count an abandoned request, and its correction", async () => {
    const key = keys[0] ?? expect.fail("There is no key.");
    const request = admitRequest(key);
    await store.money.admit([request]);
    await store.money.abandon([request]);
    const today = (groupBy: ActivityQuery["groupBy"], granularity: "day" | "hour") =>
      query({ groupBy, granularity, fromMs: Date.now() - hourMs, toMs: Date.now() + hourMs });
    await store.activity.count(Date.now() + hourMs);
    expect((await today([], "hour")).records[0]).toMatchObject({ requests: 1, failures: 1 });
    await store.money.settle([settlement(tenant, request)]);
    const [hour] = (await today([], "hour")).records;
    expect(hour).toMatchObject({ requests: 1, failures: 0, costNanousd: 40 });
    expect(hour?.latencyMs).not.toBeNull();
    await store.activity.count(Date.now() + hourMs);
    expect((await today([], "hour")).records).toEqual([hour]);
    const days = await today(["model"], "day");
    expect(days.records[0]?.latencyMs).toEqual(hour?.latencyMs);
  });

  it("are removed with the ledger", async () => {
    await store.activity.prune(startMs + 24 * hourMs);
    expect((await query({ groupBy: [], toMs: startMs + 24 * hourMs })).records[0]?.requests).toBe(
      0,
    );
    expect((await query({ groupBy: [], granularity: "day" })).records[0]?.requests).toBeGreaterThan(
      0,
    );
  });
});

const served = {
  ...{ provider: "sandbox", upstreamModel: "text", status: 200, failure: null, latencyMs: 10 },
};
const failed = { ...served, provider: "first", status: 502, failure: "serverError" };

function factsOf(index: number) {
  return generationFacts({
    model: `model-${index % 3}`,
    status: index % 10 === 9 ? 502 : 200,
    latencyMs: 100 + index * 10,
    firstTokenMs: index % 3 === 0 ? 50 + index : null,
    outputTokens: index % 4 === 0 ? 0 : 20,
    appTitle: index % 5 === 0 ? "App" : null,
    attempts: index % 6 === 0 ? [failed, served] : [served],
  });
}

import { randomUUID } from "node:crypto";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import {
  admitRequest,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../../test/store/records.ts";
import type { ActivityQuery } from "../ports/activity.ts";
import type { GenerationFacts } from "../ports/generation.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Settlement } from "../ports/money.ts";
import type { Store } from "../store.ts";

const day = (date: string) => Date.parse(`${date}T00:00:00Z`);
const noon = 12 * 60 * 60 * 1000;

describe.each(engines)("activity on $engine", inOrder, ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  let [one, other]: KeyRecord[] = [];
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
    one = await tenant.key();
    other = await tenant.key();
    await use("2026-11-20", one, { model: "a" }, { costNanousd: 10 });
    await use(
      "2026-11-20",
      one,
      { model: "a", estimated: true, appTitle: "T" },
      { costNanousd: 20 },
    );
    await use("2026-11-20", other, { model: "b", status: 500, byok: true }, { costNanousd: 0 });
    await use("2026-11-21", other, { model: "a", provider: null }, { state: "released" });
    await use("2026-11-21", one, { model: "b", appUrl: "https://x" }, { costNanousd: 400 });
  });
  afterAll(() => place[Symbol.asyncDispose]());

  async function use(
    date: string,
    key: KeyRecord,
    facts: Partial<GenerationFacts>,
    change: Partial<Settlement>,
  ): Promise<string> {
    const nowMs = day(date) + noon;
    const request = admitRequest(key, { nowMs });
    await store.money.admit([request]);
    const booking = { nowMs, facts: generationFacts(facts), ...change };
    await store.money.settle([settlement(tenant, request, booking)]);
    return request.generationId;
  }
  const query = (change: Partial<ActivityQuery>) =>
    store.activity.query(tenant.organisationId, {
      fromMs: day("2026-11-20"),
      toMs: day("2026-11-22"),
      groupBy: [],
      offset: 0,
      limit: 100,
      ...change,
    });

  it("activity without grouping is one row with all sums", async () => {
    expect(await query({})).toMatchObject({
      totalCount: 1,
      records: [
        {
          day: null,
          keyId: null,
          workspaceId: null,
          model: null,
          provider: null,
          appUrl: null,
          appTitle: null,
          requests: 5,
          estimatedRequests: 1,
          failures: 1,
          byokRequests: 1,
          inputTokens: 25,
          outputTokens: 15,
          cachedInputTokens: 5,
          reasoningTokens: 10,
          costNanousd: 130,
          unbilledNanousd: 300,
        },
      ],
    });
  });

  it("activity is grouped by day, newest first, and by other fields, highest cost first", async () => {
    expect((await query({ groupBy: ["day"] })).records).toMatchObject([
      { day: "2026-11-21", requests: 2, costNanousd: 100, unbilledNanousd: 300 },
      { day: "2026-11-20", requests: 3, costNanousd: 30, unbilledNanousd: 0 },
    ]);
    expect((await query({ groupBy: ["model"] })).records).toMatchObject([
      { model: "b", costNanousd: 100 },
      { model: "a", costNanousd: 30, day: null },
    ]);
    expect((await query({ groupBy: ["provider", "key"] })).records).toMatchObject([
      { provider: "sandbox", keyId: one?.id },
      { provider: "sandbox", keyId: other?.id },
      { provider: null, keyId: other?.id },
    ]);
    const everything = ["day", "key", "model", "provider", "app", "workspace"] as const;
    const all = await query({ groupBy: everything });
    expect(all).toMatchObject({ totalCount: 5 });
    expect(all.records[0]).toMatchObject({ workspaceId: tenant.workspaceId, appUrl: "https://x" });
  });

  it("activity is filtered by each field, and by whole days", async () => {
    const requests = async (change: Partial<ActivityQuery>) =>
      (await query(change)).records[0]?.requests;
    expect(await requests({ keyId: one?.id ?? 0 })).toBe(3);
    expect(await requests({ model: "a" })).toBe(3);
    expect(await requests({ provider: "sandbox" })).toBe(4);
    expect(await requests({ app: "T" })).toBe(1);
    expect(await requests({ app: "https://x" })).toBe(1);
    expect(await requests({ workspaceId: tenant.workspaceId })).toBe(5);
    expect(await requests({ workspaceId: randomUUID() })).toBe(0);
    expect(await requests({ fromMs: day("2026-11-21") + 1 })).toBe(2);
    expect(await requests({ toMs: day("2026-11-21") })).toBe(3);
    expect(await query({ model: "\0" })).toEqual({ records: [], totalCount: 0 });
    expect(await requests({ model: "%' or 1=1 --" })).toBe(0);
  });

  it("activity has pages without gaps or repetitions", async () => {
    const groupBy = ["day", "key", "model", "app"] as const;
    const all = await query({ groupBy });
    const pages = await Promise.all(
      [0, 2, 4].map((offset) => query({ groupBy, offset, limit: 2 })),
    );
    expect(pages.flatMap(({ records }) => records)).toEqual(all.records);
    expect(pages.every(({ totalCount }) => totalCount === all.totalCount)).toBe(true);
  });

  it("an organisation's activity is not visible to others", async () => {
    const generationId = await use("2026-11-19", other ?? (await tenant.key()), {}, {});
    expect(await store.activity.generation("another", generationId)).toBeNull();
    expect(await store.activity.generation(tenant.organisationId, "a\0b")).toBeNull();
    const foreign = await store.activity.query("another", {
      ...{ fromMs: 0, toMs: day("2030-01-01"), groupBy: ["model"], offset: 0, limit: 9 },
    });
    expect(foreign).toEqual({ records: [], totalCount: 0 });
  });

  it("texts that a database cannot store are stored without the invalid characters", async () => {
    const title = `a\0b\ud800c💶${"x".repeat(10_000)}`;
    const key = one ?? (await tenant.key());
    const generationId = await use("2026-11-18", key, { appTitle: title, errorKind: "\0" }, {});
    expect(await store.activity.generation(tenant.organisationId, generationId)).toMatchObject({
      appTitle: `ab\ufffdc💶${"x".repeat(10_000)}`,
      errorKind: "",
    });
  });

  it("activity stays after the ledger rows that it sums up are pruned", async () => {
    for (let count = 0; count < 3; count += 1)
      await use("2020-01-01", one ?? (await tenant.key()), { model: "old" }, {});
    expect(await store.activity.prune(day("2020-06-01"))).toBe(3);
    expect(await store.activity.prune(day("2020-06-01"))).toBe(0);
    const { records } = await query({ fromMs: 0, model: "old" });
    expect(records).toMatchObject([{ requests: 3, costNanousd: 120 }]);
  });
});

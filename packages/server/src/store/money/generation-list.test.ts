import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import {
  admitRequest,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../../test/store/records.ts";
import type { GenerationPlace, GenerationQuery, GenerationRecord } from "../ports/generation.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

const startMs = Date.parse("2026-11-20T23:59:00Z");
const rows = 120;

type Filter = Omit<GenerationQuery, "limit" | "after">;

/** The rows differ by the remainders of their number, so that each filter and pair of filters finds some. */
function factsOf(index: number) {
  const isFailed = index % 7 === 0;
  return generationFacts({
    operation: index % 4 === 0 ? "embeddings" : "chat",
    model: `model-${index % 3}`,
    provider: index % 11 === 0 ? null : `provider-${index % 2}`,
    streamed: index % 2 === 0,
    status: isFailed ? 502 : 200,
    errorKind: isFailed || index % 13 === 0 ? "refused" : null,
    endUser: index % 5 === 0 ? `user-${index % 10}` : null,
    sessionId: index % 6 === 0 ? "session" : null,
    appUrl: index % 8 === 0 ? "https://app" : null,
    appTitle: index % 9 === 0 ? "App" : null,
  });
}

describe.each(engines)("the list of requests on $engine", inOrder, ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  let keys: readonly KeyRecord[];
  let all: readonly GenerationRecord[];
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
    keys = [await tenant.key(), await tenant.key()];
    for (let index = 0; index < rows; index += 1) await book(index);
    all = await listed({}, rows);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  async function book(
    index: number,
    // Three rows each are booked in the same millisecond.
    nowMs = startMs + Math.floor(index / 3) * 1000,
  ): Promise<string> {
    const key = keys[index % 2] ?? expect.fail("There is no key.");
    const request = admitRequest(key, { nowMs });
    await store.money.admit([request]);
    const booking = { nowMs, costNanousd: index, facts: factsOf(index) };
    await store.money.settle([settlement(tenant, request, booking)]);
    return request.generationId;
  }
  const page = (filter: Filter, limit: number, after?: GenerationPlace) =>
    store.activity.generations(tenant.organisationId, {
      ...filter,
      limit,
      ...(after !== undefined && { after }),
    });
  async function listed(filter: Filter, limit: number): Promise<readonly GenerationRecord[]> {
    const found: GenerationRecord[] = [];
    for (let after: GenerationPlace | undefined; ; ) {
      const { records, next } = await page(filter, limit, after);
      found.push(...records);
      if (next === null) return found;
      if (filter.mostRows === undefined) expect(records).toHaveLength(limit);
      after = next;
    }
  }

  it("has every request once, newest booking first", () => {
    expect(new Set(all.map(({ generationId }) => generationId)).size).toBe(rows);
    const times = all.map(({ settledAtMs }) => settledAtMs);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  const filters: readonly [string, Filter, (record: GenerationRecord) => boolean][] = [
    ["model", { model: "model-1" }, ({ model }) => model === "model-1"],
    ["provider", { provider: "provider-1" }, ({ provider }) => provider === "provider-1"],
    ["an app's title", { app: "App" }, ({ appTitle }) => appTitle === "App"],
    ["an app's address", { app: "https://app" }, ({ appUrl }) => appUrl === "https://app"],
    ["operation", { operation: "embeddings" }, ({ operation }) => operation === "embeddings"],
    ["stream", { isStreamed: true }, ({ streamed }) => streamed],
    ["status", { status: 502 }, ({ status }) => status === 502],
    ["failure", { isFailed: true }, ({ errorKind }) => errorKind !== null],
    ["success", { isFailed: false }, ({ errorKind }) => errorKind === null],
    ["error kind", { errorKind: "refused" }, ({ errorKind }) => errorKind === "refused"],
    ["end user", { endUser: "user-5" }, ({ endUser }) => endUser === "user-5"],
    ["session", { sessionId: "session" }, ({ sessionId }) => sessionId === "session"],
    [
      "cost",
      { minNanousd: 10, maxNanousd: 20 },
      ({ chargedNanousd }) => chargedNanousd >= 10 && chargedNanousd <= 20,
    ],
    [
      "time",
      { fromMs: startMs + 5000, toMs: startMs + 20_000 },
      ({ settledAtMs }) => settledAtMs >= startMs + 5000 && settledAtMs < startMs + 20_000,
    ],
    [
      "model and end user",
      { model: "model-2", endUser: "user-5" },
      ({ model, endUser }) => model === "model-2" && endUser === "user-5",
    ],
    [
      "model and failure",
      { model: "model-0", status: 502 },
      ({ model, status }) => model === "model-0" && status === 502,
    ],
    [
      "model, cost and time",
      { model: "model-0", minNanousd: 50, fromMs: startMs + 30_000 },
      (record) =>
        record.model === "model-0" &&
        record.chargedNanousd >= 50 &&
        record.settledAtMs >= startMs + 30_000,
    ],
  ];
  it.each(filters)("finds the requests of one %s on all pages", async (_, filter, matches) => {
    const expected = all.filter(matches);
    expect(expected.length).toBeGreaterThan(1);
    expect(expected.length).toBeLessThan(rows);
    expect(await listed(filter, 2)).toEqual(expected);
    expect(await listed(filter, rows)).toEqual(expected);
    expect(await listed({ ...filter, mostRows: 7 }, 3)).toEqual(expected);
  });

  it("looks at a limited number of rows for a page, and goes on behind them", async () => {
    const keyId = keys[0]?.id ?? 0;
    const own = all.filter((record) => record.keyId === keyId);
    const settledAtMs = (index: number) => own[index]?.settledAtMs ?? expect.fail("No such row.");
    for (const filter of [{ status: 418 }, { errorKind: "absent" }, { minNanousd: 1e11 }]) {
      const { records, next } = await page({ ...filter, keyId, mostRows: 10 }, 50);
      expect(records).toEqual([]);
      // Ten rows, and those that were booked with the last of them.
      expect(next?.settledAtMs).toBeGreaterThan(settledAtMs(12));
      expect(next?.settledAtMs).toBeLessThanOrEqual(settledAtMs(9));
      const rest = await page({ ...filter, keyId }, 50, next ?? expect.fail("The list has ended."));
      expect(rest).toEqual({ records: [], next: null });
    }
  });

  it("finds the requests of one key and of one workspace", async () => {
    const keyId = keys[1]?.id ?? 0;
    expect(await listed({ keyId }, 7)).toEqual(all.filter((record) => record.keyId === keyId));
    expect(await listed({ workspaceId: tenant.workspaceId }, 50)).toEqual(all);
    expect(await listed({ workspaceId: "another" }, 50)).toEqual([]);
    expect(await listed({ model: "a\0b" }, 50)).toEqual([]);
  });

  it("goes on behind a place while rows come in", async () => {
    const before = await page({}, 40);
    const id = await book(rows);
    const rest = await page({}, rows, before.next ?? expect.fail("There is no further page."));
    expect([...before.records, ...rest.records]).toEqual(all);
    expect((await page({}, 1)).records[0]?.generationId).toBe(id);
  });

  it("shows nothing of another organisation, and is the same beside it", async () => {
    const mine = await listed({}, 50);
    await rawSql(
      place.place,
      "insert into organisations (id, name, granted_nanousd, created_at_ms) values ('other', 'Other', 0, 0)",
    );
    expect(await listed({}, 50)).toEqual(mine);
    expect(await store.activity.generations("other", { limit: 5 })).toEqual({
      records: [],
      next: null,
    });
    expect(
      await store.activity.generations("other", { limit: 5, endUser: "user-5" }),
    ).toMatchObject({ records: [] });
  });

  it("goes past hours without a row of the model, once they are counted", async () => {
    const model = { model: "model-0", mostRows: 3 };
    const late = startMs + 50 * 3_600_000;
    for (let index = 1; index < rows; index += 3) await book(index, late);
    await store.activity.count(late + 60_000);
    const behind = async (filter: Filter) => {
      const first = await page(filter, 3);
      expect(first.records).toEqual([]);
      return await page(filter, 3, first.next ?? expect.fail("The list has ended."));
    };
    // Forty rows of another model are in between.
    expect((await behind(model)).records[0]?.settledAtMs).toBeLessThan(late);
    expect(await behind({ ...model, model: "absent" })).toEqual({ records: [], next: null });
  });
});

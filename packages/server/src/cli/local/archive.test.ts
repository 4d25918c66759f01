import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import {
  admitRequest,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../../test/store/records.ts";
import type { GenerationFacts } from "../../store/ports/generation.ts";
import type { KeyRecord } from "../../store/ports/keys.ts";
import type { Store } from "../../store/store.ts";
import { partsOf, readPart, writePart } from "./archive-files.ts";
import { archiveMonth, monthsBefore } from "./archive-months.ts";
import { archivedRequests } from "./archived-requests.ts";

const julyMs = Date.parse("2026-07-31T23:59:00Z");
const augustMs = Date.parse("2026-08-01T00:00:00Z");
const septemberMs = Date.parse("2026-09-01T00:00:00Z");

describe.each(engines)("the archive of a ledger on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  let key: KeyRecord;
  let folder: string;
  let newest: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "portico-archive-"));
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
    key = await tenant.key();
    newest = await book(septemberMs);
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  async function book(nowMs: number, facts: Partial<GenerationFacts> = {}, isShared = false) {
    const request = admitRequest(key, { nowMs });
    await store.money.admit([request]);
    const attempt = (number: number) => ({
      ...{ attempt: number, provider: "sandbox", upstreamModel: "text", byok: false },
      ...{ inputTokens: 1, outputTokens: 2, cachedInputTokens: 0, reasoningTokens: 0 },
      ...{ estimated: false, costNanousd: 20 },
    });
    const attempts = [{}, {}].map(() => ({
      ...{ provider: "sandbox", upstreamModel: "text", status: 200, failure: null, latencyMs: 10 },
    }));
    await store.money.settle([
      settlement(tenant, request, {
        nowMs,
        facts: generationFacts({ ...facts, ...(isShared && { attempts }) }),
        ...(isShared && { billed: [attempt(0), attempt(1)] }),
      }),
    ]);
    return request.generationId;
  }

  async function archive(beforeMs: number): Promise<number> {
    await store.activity.count(Date.now());
    let archived = 0;
    for (const month of await monthsBefore(store.archive, beforeMs))
      archived += (await archiveMonth(store.archive, month, folder, () => {})).archived;
    await store.archive.end(beforeMs);
    return archived;
  }
  const rowsIn = async (month: string) =>
    (await Promise.all((await partsOf(folder, month)).map(readPart))).flat();
  const ledgerIds = async () =>
    (await store.activity.generations(tenant.organisationId, { limit: 100 })).records.map(
      ({ generationId }) => generationId,
    );
  const oneOf = async <Row>(rows: Promise<readonly Row[]>) =>
    (await rows)[0] ?? expect.fail("There is no row.");
  const july = { fromMs: 0, toMs: augustMs };

  it("holds whole months, and the sums still agree", async () => {
    const shared = await book(julyMs, { endUser: "Zoë \u0001 😀" }, true);
    const failed = await book(julyMs + 1000, { status: 500, errorKind: "providerFailed" });
    const kept = await book(augustMs);
    await store.activity.count(Date.now());
    const before = await store.archive.rows(july, 10);
    const sums = () => store.ledger.sums(tenant.organisationId, {});
    const { states, checks } = await sums();
    expect(await archive(augustMs)).toBe(2);
    expect(await rowsIn("2026-07")).toEqual(before);
    expect(await ledgerIds()).toEqual([newest, kept]);
    expect(await sums()).toMatchObject({ states, checks });
    for (const { sums: agreed } of (await sums()).checks)
      expect(agreed?.found).toBe(agreed?.expected);
    const found = await archivedRequests(folder, { from: "2026-07-01T00:00:00Z" }, 10);
    expect(found).toMatchObject([
      { id: failed, archived: true, status: 500 },
      { id: shared, archived: true, external_user: "Zoë \u0001 😀", attempts: 2 },
    ]);
    expect(await archivedRequests(folder, { from: "2026-08-01T00:00:00Z" }, 10)).toEqual([]);
    expect(await archivedRequests(folder, { failed: true }, 10)).toHaveLength(1);
    expect(await archivedRequests(folder, {}, 1)).toMatchObject([{ id: failed }]);
    const until = new Date(julyMs + 1000).toISOString();
    expect(await archivedRequests(folder, { to: until }, 10)).toMatchObject([{ id: shared }]);
    expect(await archivedRequests(folder, { model: "none" }, 10)).toEqual([]);
  });

  it("keeps tags, finds requests by them, and reads files of before there were any", async () => {
    const tags = { project: "a=b", feature: "search" };
    const id = await book(julyMs, { tags });
    await book(julyMs + 1);
    await archive(septemberMs);
    expect(await archivedRequests(folder, { tag: "project=a=b" }, 10)).toMatchObject([
      { id, tags },
    ]);
    expect(await archivedRequests(folder, { tag: "project=a" }, 10)).toEqual([]);
    const row = await oneOf(rowsIn("2026-07"));
    const before = Object.entries({ ...row, request_id: "gen-of-before" });
    const columns = before.filter(([column]) => column !== "tags");
    await writePart(folder, "2026-07", [Object.fromEntries(columns)]);
    const found = await archivedRequests(folder, {}, 10);
    expect(found.find((one) => one.id === "gen-of-before")?.tags).toBeNull();
  });

  it("waits for the sums of tags", async () => {
    await store.activity.count(Date.now());
    await rawSql(place.place, "update activity_cursor set tags_ms = 7");
    expect(await store.archive.countedUntilMs()).toBe(7);
  });

  it("goes on after a process that was killed when its file was there", async () => {
    for (const second of [0, 1, 2, 3]) await book(julyMs + second * 1000);
    const rows = await store.archive.rows(july, 4);
    await writePart(folder, "2026-07", rows.slice(0, 3));
    await writeFile(join(folder, "month=2026-07", "requests-00002.parquet.1.draft"), "half a file");
    await store.archive.remove(rows.slice(0, 1));
    expect(await archive(augustMs)).toBe(3);
    expect(await rowsIn("2026-07")).toEqual(rows);
    expect(await ledgerIds()).toEqual([newest]);
    expect(await readdir(join(folder, "month=2026-07"))).toEqual([
      "requests-00001.parquet",
      "requests-00002.parquet",
    ]);
  });

  it("has the refund of a request that was refunded while it was written", async () => {
    const id = await book(julyMs, { status: 500, errorKind: "providerFailed" });
    await writePart(folder, "2026-07", await store.archive.rows(july, 1));
    expect(await store.money.refund(actorIn(tenant.organisationId), id)).toBe(true);
    const other = await book(julyMs + 1000);
    expect(await archive(augustMs)).toBe(2);
    expect(await archivedRequests(folder, {}, 10)).toMatchObject([
      { id: other, state: "settled" },
      { id, state: "refunded", total_cost: 0 },
    ]);
    expect(await archivedRequests(folder, { failed: true, min_cost: 0.00000001 }, 10)).toEqual([]);
  });

  it("removes nothing that its last file does not hold", async () => {
    const id = await book(julyMs);
    const path = await writePart(folder, "2026-07", await store.archive.rows(july, 1));
    await truncate(path, (await readFile(path)).length - 20);
    await expect(archive(augustMs)).rejects.toThrow();
    expect(await ledgerIds()).toEqual([newest, id]);
  });

  it("removes nothing where a file holds something else than was written", async () => {
    const id = await book(julyMs);
    const [row] = await store.archive.rows(july, 1);
    // No file holds half a character.
    const rows = async () => [{ ...row, end_user: "\ud83d" }];
    const month = archiveMonth(
      { ...store.archive, rows },
      { month: "2026-07", ...july },
      folder,
      () => {},
    );
    await expect(month).rejects.toThrow(/does not hold what was written/);
    expect(await ledgerIds()).toEqual([newest, id]);
  });

  it("leaves requests that are not counted yet, and those of the last week", async () => {
    await book(julyMs);
    await expect(monthsBefore(store.archive, augustMs)).rejects.toThrow(/not counted yet/);
    await expect(monthsBefore(store.archive, Date.now())).rejects.toThrow(/last seven days/);
    await store.activity.count(Date.now());
    expect(await monthsBefore(store.archive, septemberMs)).toHaveLength(2);
  });
});

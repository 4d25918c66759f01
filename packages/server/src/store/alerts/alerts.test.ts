import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import { firstTenant, type Tenant } from "../../../test/store/records.ts";
import { writeAlert } from "../../../test/store/write-alert.ts";
import type { AlertToTell, NoticesOf } from "../ports/alerts.ts";
import type { NewNotice } from "../ports/outbox.ts";
import type { Store } from "../store.ts";

describe.each(engines)("alerts on $engine", ({ makePlace }) => {
  const places: TestPlace[] = [];
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeEach(async () => {
    place = await makePlace();
    places.push(place);
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => Promise.all(places.map((each) => each[Symbol.asyncDispose]())));

  const noticeAbout = ({ id }: AlertToTell, channel: NewNotice["channel"]): NewNotice => ({
    kind: "test",
    channel,
    recipient: null,
    payload: {},
    dedupeKey: `alert:${id}:${channel}`,
  });
  const both: NoticesOf = (alert) => [noticeAbout(alert, "email"), noticeAbout(alert, "webhook")];
  const write = (change = {}) => writeAlert(place.place, tenant, change);
  const list = async (query = {}) =>
    (await store.alerts.list(tenant.organisationId, { offset: 0, limit: 100, ...query })).records;
  const sql = (statement: string) => rawSql(place.place, statement);
  const count = async () =>
    Number((await sql("select count(*) as count from outbox"))[0]?.["count"]);

  it("an alert gets its notices once, from several processes at once", async () => {
    const ids: string[] = [];
    for (let written = 0; written < 120; written += 1) ids.push(await write());
    const others = await place.open();
    const drain = async (each: Store) => {
      let told = 0;
      for (let failures = 0; failures < 3; ) {
        const some = await each.alerts.fanOut(both);
        told += some.length;
        if (some.length === 0) failures += 1;
      }
      return told;
    };
    const told = await Promise.all([drain(store), drain(others), drain(store), drain(others)]);
    expect(told.reduce((sum, some) => sum + some)).toBe(120);
    expect(await count()).toBe(240);
    expect((await list({ limit: 200 })).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it("an alert without notices stays until they can be written", async () => {
    await write();
    await write();
    let calls = 0;
    const failing: NoticesOf = (alert) => {
      calls += 1;
      if (calls === 2) throw new Error("no words");
      return both(alert);
    };
    await expect(store.alerts.fanOut(failing)).rejects.toThrow("no words");
    expect(await count()).toBe(0);
    expect(await list()).toMatchObject([{ state: "waiting" }, { state: "waiting" }]);
    expect(await store.alerts.fanOut(both)).toHaveLength(2);
    expect(await store.alerts.fanOut(both)).toEqual([]);
  });

  it("an alert's notices get its workspace and the owner of its key", async () => {
    const key = await tenant.key({ ownerEmail: "owner@example.com" });
    await write({ subject: `key:${key.id}`, workspaceId: tenant.workspaceId });
    await write({ subject: "credits", workspaceId: null, createdAtMs: Date.now() + 1 });
    const told: AlertToTell[] = [];
    await store.alerts.fanOut((alert) => {
      told.push(alert);
      return [];
    });
    expect(told).toMatchObject([
      { workspaceName: "Default", ownerEmail: "owner@example.com" },
      { workspaceName: null, ownerEmail: null },
    ]);
  });

  it("an alert's state is that of all its deliveries", async () => {
    await write();
    const state = async () => (await list())[0]?.state;
    const isListed = async (wanted: string) => (await list({ state: wanted })).length === 1;
    expect([await state(), await isListed("waiting")]).toEqual(["waiting", true]);
    await store.alerts.fanOut(both);
    expect([await state(), await isListed("waiting")]).toEqual(["waiting", true]);
    const mail = await store.outbox.lease("email", 60_000);
    expect(await list()).toMatchObject([
      { deliveries: [{ channel: "email", state: "sending", attempts: 1 }, { state: "waiting" }] },
    ]);
    await store.outbox.markSent(mail?.id ?? "");
    expect([await state(), await isListed("waiting")]).toEqual(["waiting", true]);
    const hook = await store.outbox.lease("webhook", 60_000);
    await store.outbox.postpone(hook?.leaseId ?? "", 0, "The webhook answered 500.");
    expect(await list()).toMatchObject([
      {
        deliveries: [
          { channel: "email", state: "sent", sentAtMs: expect.any(Number), nextAttemptAtMs: null },
          {
            channel: "webhook",
            state: "waiting",
            lastError: "The webhook answered 500.",
            nextAttemptAtMs: expect.any(Number),
          },
        ],
      },
    ]);
    const again = await store.outbox.lease("webhook", 60_000);
    await store.outbox.giveUp(again?.leaseId ?? "", "gone");
    expect([await state(), await isListed("failed")]).toEqual(["failed", true]);
    expect(await isListed("waiting")).toBe(false);
    await sql("update outbox set state = 'sent'");
    expect([await state(), await isListed("sent")]).toEqual(["sent", true]);
    expect(await isListed("failed")).toBe(false);
    await write({ createdAtMs: Date.now() + 1 });
    await store.alerts.fanOut(() => []);
    expect(await state()).toBe("unsent");
    expect(await list({ state: "unsent" })).toHaveLength(1);
  });

  it("alerts are filtered, newest first, and belong to one organisation", async () => {
    await write({ subject: "key:1", kind: "budget", createdAtMs: 1000 });
    await write({ subject: "unbilled", kind: "unbilled", workspaceId: null, createdAtMs: 2000 });
    const subjects = async (query = {}) => (await list(query)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(["unbilled", "key:1"]);
    expect(await subjects({ kind: "budget" })).toEqual(["key:1"]);
    expect(await subjects({ subject: "unbilled" })).toEqual(["unbilled"]);
    expect(await subjects({ subject: "key:\0" })).toEqual([]);
    expect(await subjects({ workspaceId: tenant.workspaceId })).toEqual(["key:1"]);
    expect(await subjects({ fromMs: 1000, toMs: 2000 })).toEqual(["key:1"]);
    expect(await store.alerts.list("another", { offset: 0, limit: 10 })).toEqual({
      records: [],
      totalCount: 0,
    });
    expect(await store.alerts.prune(2000)).toBe(1);
    expect(await subjects()).toEqual(["unbilled"]);
  });

  it("an exposed key makes one alert, and its notices belong to it", async () => {
    const key = await tenant.key({ ownerEmail: "owner@example.com", name: "Search" });
    const expose = () =>
      store.keys.expose({
        organisationId: null,
        hashes: [key.hash],
        actorIn,
        sightingOf: () => ({ source: "log", url: "https://ci.example/1" }),
        disable: true,
        noticesOf: () => [
          {
            kind: "key.exposed",
            channel: "email",
            recipient: null,
            payload: {},
            dedupeKey: randomUUID(),
          },
        ],
      });
    await expose();
    await expose();
    expect(await store.alerts.fanOut(both)).toEqual([]);
    expect(await list()).toMatchObject([
      {
        kind: "key_exposed",
        subject: `key:${key.id}`,
        subjectName: "Search",
        state: "waiting",
        details: { source: "log", url: "https://ci.example/1", disabled: true },
        deliveries: [{ channel: "email", kind: "key.exposed" }],
      },
    ]);
  });

  it("an outage is one alert for all processes, and ends when the reports have stopped", async () => {
    const { organisationId } = tenant;
    const other = await place.open();
    const outage = { organisationId, provider: "acme", sinceMs: 5, failures: 7, models: ["a/b"] };
    const served = (agoMs: number, quietMs: number) =>
      store.alerts.providerServed({ organisationId, provider: "acme", agoMs, quietMs }, (alert) => [
        { ...noticeAbout(alert, "email"), dedupeKey: `over:${alert.id}` },
      ]);
    expect(await served(0, 0)).toBe(false);
    await store.alerts.providerTroubled(organisationId, "acme");
    expect(await list()).toEqual([]);
    await Promise.all(
      [store, other, store, other].map(({ alerts }) => alerts.providerDown(outage)),
    );
    expect(await list()).toMatchObject([
      {
        kind: "provider_down",
        subject: "provider:acme",
        details: { failures: 7, models: ["a/b"] },
      },
    ]);
    expect(await store.alerts.openOutages(organisationId)).toEqual(["acme"]);
    await sql("update alerts set seen_at_ms = seen_at_ms - 1000");
    // Its own notices are not written yet.
    expect(await served(0, 0)).toBe(false);
    await store.alerts.fanOut(both);
    expect(await served(0, 3_600_000)).toBe(false);
    expect(await served(3_600_000, 0)).toBe(false);
    await other.alerts.providerTroubled(organisationId, "acme");
    expect(await served(500, 0)).toBe(false);
    await sql("update alerts set seen_at_ms = seen_at_ms - 1000");
    expect((await Promise.all([served(500, 500), served(500, 500)])).toSorted()).toEqual([
      false,
      true,
    ]);
    expect(await store.alerts.openOutages(organisationId)).toEqual([]);
    const [ended] = await list();
    expect(ended?.resolvedAtMs).toBeGreaterThan(0);
    expect(ended?.deliveries).toHaveLength(3);
    await store.alerts.providerDown(outage);
    expect(await list()).toHaveLength(2);
    await vi.waitFor(async () => expect(await store.alerts.fanOut(both)).toHaveLength(1));
  });
});

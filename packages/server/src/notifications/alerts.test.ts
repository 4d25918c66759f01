import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mailSettings, startMailServer } from "../../test/notifications/mail-server.ts";
import { startNotifier } from "../../test/notifications/start-notifier.ts";
import { startWebhookReceiver } from "../../test/notifications/webhook-receiver.ts";
import { embedded, type TestPlace } from "../../test/store/engines.ts";
import { firstTenant, type Tenant } from "../../test/store/records.ts";
import { type WrittenAlert, writeAlert } from "../../test/store/write-alert.ts";
import type { Store } from "../store/store.ts";

let place: TestPlace;
let store: Store;
let tenant: Tenant;
beforeEach(async () => {
  place = await embedded.makePlace();
  store = await place.open();
  tenant = await firstTenant(store);
});
afterEach(() => place[Symbol.asyncDispose]());

const write = (change: Partial<WrittenAlert> = {}) => writeAlert(place.place, tenant, change);
const list = async () =>
  (await store.alerts.list(tenant.organisationId, { offset: 0, limit: 10 })).records;
const until = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 30_000, interval: 10 });

it("an alert goes to the key's owner and the operator by mail, and to the webhook, once each", async () => {
  await using mail = await startMailServer();
  await using hook = await startWebhookReceiver();
  const key = await tenant.key({ ownerEmail: "owner@example.com" });
  const id = await write({ subject: `key:${key.id}` });
  const { close, told } = startNotifier(store, {
    mail: mailSettings(mail),
    webhook: hook.settings,
  });
  await until(async () => expect(await list()).toMatchObject([{ state: "sent" }]));
  await close();
  expect(told.map((alert) => alert.id)).toEqual([id]);
  expect(mail.received).toHaveLength(1);
  expect(mail.received[0]?.to).toEqual(["owner@example.com", "operator@example.com"]);
  expect(hook.received).toEqual([
    {
      id: expect.any(String),
      isSigned: true,
      body: {
        type: "budget.threshold",
        timestamp: expect.any(String),
        data: {
          id,
          kind: "budget",
          subject: `key:${key.id}`,
          subject_name: "Search",
          workspace_id: tenant.workspaceId,
          workspace_name: "Default",
          threshold_percent: 80,
          period: "2026-11",
          limit: 10,
          spent: 8.12,
          remaining: 1.88,
          resets_at: "2026-12-01T00:00:00.000Z",
          details: {},
          created_at: expect.any(String),
          resolved_at: null,
        },
      },
    },
  ]);
});

it("an alert goes to the channels that are chosen for alerts only", async () => {
  await using mail = await startMailServer();
  await using hook = await startWebhookReceiver();
  await write();
  const settings = { mail: mailSettings(mail), webhook: hook.settings };
  const { close } = startNotifier(store, settings, { alertChannels: ["webhook"] });
  await until(async () => expect(await list()).toMatchObject([{ state: "sent" }]));
  await close();
  expect([mail.received.length, hook.received.length]).toEqual([0, 1]);
});

it("an alert without a channel is listed, and a later channel does not get it", async () => {
  await write();
  const first = startNotifier(store, {});
  await until(async () => expect(await list()).toMatchObject([{ state: "unsent" }]));
  await first.close();
  await using hook = await startWebhookReceiver();
  const second = startNotifier(store, { webhook: hook.settings });
  const later = await write({ createdAtMs: Date.now() + 1 });
  await until(() => expect(hook.received).toHaveLength(1));
  await second.close();
  expect(hook.received[0]?.body.data["id"]).toBe(later);
});

it("a webhook that fails is asked again under the same id, also by the next process, and the state says so", async () => {
  let isDown = true;
  await using hook = await startWebhookReceiver(() => (isDown ? 503 : 204));
  await write();
  const first = startNotifier(store, { webhook: hook.settings });
  await until(() => expect(first.deliveries.length).toBeGreaterThanOrEqual(2));
  await first.close();
  expect(await list()).toMatchObject([
    { state: "waiting", deliveries: [{ channel: "webhook", state: "waiting" }] },
  ]);
  expect((await list())[0]?.deliveries[0]?.lastError).toBe("The webhook answered 503.");
  isDown = false;
  const second = startNotifier(store, { webhook: hook.settings });
  await until(async () => expect(await list()).toMatchObject([{ state: "sent" }]));
  await second.close();
  expect(hook.received.length).toBeGreaterThanOrEqual(3);
  expect(new Set(hook.received.map(({ id }) => id)).size).toBe(1);
  expect(hook.received.every(({ isSigned }) => isSigned)).toBe(true);
  expect((await list())[0]?.deliveries).toMatchObject([
    { state: "sent", attempts: hook.received.length, lastError: null },
  ]);
});

it("an alert goes out soon after a nudge, without waiting for the next look", async () => {
  await using hook = await startWebhookReceiver();
  const { notifier, close } = startNotifier(
    { ...store, alerts: store.alerts },
    { webhook: hook.settings },
  );
  await write();
  notifier.alerted();
  await until(() => expect(hook.received).toHaveLength(1));
  await close();
});

it("no secret leaves with an alert: a key in a name is cut", async () => {
  await using hook = await startWebhookReceiver();
  const secret = `ptc_${"a".repeat(43)}`;
  const { isKey, newKey } = await import("../secrets/key-format.ts");
  const key = newKey("ordinary").secret;
  expect([isKey(key), isKey(secret)]).toContain(true);
  await write({ subjectName: `Search ${key}`, details: { end_user: key } });
  const { close } = startNotifier(store, { webhook: hook.settings });
  await until(() => expect(hook.received).toHaveLength(1));
  await close();
  expect(JSON.stringify(hook.received)).not.toContain(key);
});

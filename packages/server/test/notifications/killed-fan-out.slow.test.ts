import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import { createNotifier } from "../../src/notifications/notifier.ts";
import type { Store } from "../../src/store/store.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { firstTenant } from "../store/records.ts";
import { writeAlert } from "../store/write-alert.ts";
import type { FanOutStart } from "./fan-out-process.ts";
import { fanOutSteps } from "./fan-out-steps.ts";
import { killAtStep } from "./kill-at-step.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

const program = fileURLToPath(new URL("fan-out-process.ts", import.meta.url));

const cases = engines.flatMap(({ engine, makePlace }) =>
  fanOutSteps.map((step) => ({ engine, makePlace, step })),
);

it.each(cases)(
  "alerts arrive once through kill -9 on $engine at: $step",
  { timeout: 120_000 },
  async ({ makePlace, step }) => {
    await using place = await makePlace();
    const store = await place.open();
    const tenant = await firstTenant(store);
    const ids = [await writeAlert(place.place, tenant), await writeAlert(place.place, tenant)];
    await using hook = await startWebhookReceiver();
    const start: FanOutStart = {
      place: place.place,
      webhook: hook.settings,
      standStillAt: step,
    };
    await killAtStep(program, start, null);
    const kept = await rawSql(place.place, "select alert_id from outbox");
    expect(kept).toHaveLength(step === "the transaction is committed" ? 2 : 0);
    expect(hook.received).toEqual([]);
    await sendTheRest(store, hook);
    const told = hook.received.map(({ body }) => body.data["id"]);
    expect(told.toSorted()).toEqual(ids.toSorted());
    expect(hook.received.every(({ isSigned }) => isSigned)).toBe(true);
  },
);

/** Another process, which runs until every alert has arrived. */
async function sendTheRest(store: Store, hook: WebhookReceiver): Promise<void> {
  const upstream = createUpstream();
  const notifier = createNotifier(
    {
      outbox: store.outbox,
      alerts: store.alerts,
      settings: { mail: null, webhook: hook.settings },
      alertChannels: null,
      upstream,
      onExposed: () => {},
      onAlert: () => {},
      onDelivery: () => {},
      onProblem: (error) => expect.fail(String(error)),
    },
    { pollMs: 50 },
  );
  const { firstIdentity, alerts } = store;
  const organisationId = (await firstIdentity())?.organisationId ?? "";
  await vi.waitFor(
    async () => {
      const { records } = await alerts.list(organisationId, { offset: 0, limit: 10 });
      expect(records.map(({ state }) => state)).toEqual(["sent", "sent"]);
    },
    { timeout: 60_000, interval: 50 },
  );
  await notifier.close();
  await upstream.close();
}

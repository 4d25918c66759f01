import { writeSync } from "node:fs";
import type { WebhookSettings } from "../../src/configuration/configuration.ts";
import { createNotifier } from "../../src/notifications/notifier.ts";
import { openStore, type StorePlace } from "../../src/store/open-store.ts";
import type { AlertStore } from "../../src/store/ports/alerts.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import type { FanOutStep } from "./fan-out-steps.ts";

/** Writes the notices of waiting alerts and sends them, as a gateway does, and stops at the step where the test kills it. */
export interface FanOutStart {
  readonly place: StorePlace;
  readonly webhook: WebhookSettings;
  readonly standStillAt: FanOutStep;
}

const start: FanOutStart = JSON.parse(process.argv[2] ?? "");

/** Stops this process's work, and reports the step to the parent process. */
function at(step: FanOutStep): void {
  if (start.standStillAt !== step) return;
  writeSync(1, `${JSON.stringify({ at: step })}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function watched(alerts: AlertStore): AlertStore {
  return {
    ...alerts,
    async fanOut(noticesOf) {
      let calls = 0;
      const told = await alerts.fanOut((alert) => {
        calls += 1;
        if (calls === 1) at("the transaction is open");
        if (calls === 2) at("one of two alerts has its notices, the transaction is open");
        return noticesOf(alert);
      });
      if (told.length > 0) at("the transaction is committed");
      return told;
    },
  };
}

const store = await openStore(start.place);
createNotifier({
  outbox: store.outbox,
  alerts: watched(store.alerts),
  settings: { mail: null, webhook: start.webhook },
  alertChannels: null,
  upstream: createUpstream(),
  onExposed: () => {},
  onAlert: () => {},
  onDelivery: (delivery) => writeSync(1, `${JSON.stringify(delivery)}\n`),
  onProblem: (error) => writeSync(2, `${String(error)}\n`),
});
// Keeps the process alive until it is killed.
setInterval(() => {}, 60_000);

import { writeSync } from "node:fs";
import type { MailSettings } from "../../src/configuration/configuration.ts";
import { createNotifier } from "../../src/notifications/notifier.ts";
import { openStore, type StorePlace } from "../../src/store/open-store.ts";
import type { OutboxStore } from "../../src/store/ports/outbox.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { actorIn } from "../store/actor-in.ts";
import type { Step } from "./steps.ts";

/** Marks a key and sends its mail, as a gateway does, and stops at the step where the test kills it. */
export interface Start {
  readonly place: StorePlace;
  readonly mail: MailSettings;
  readonly hash: string;
  readonly standStillAt: Step | null;
}

const start: Start = JSON.parse(process.argv[2] ?? "");

/** Stops this process's work, and reports the step to the parent process. */
function at(step: Step): void {
  if (start.standStillAt !== step) return;
  writeSync(1, `${JSON.stringify({ at: step })}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function watched(outbox: OutboxStore): OutboxStore {
  return {
    ...outbox,
    async lease(channel, leaseMs) {
      const notice = await outbox.lease(channel, leaseMs);
      if (notice !== null) at("the notice is leased");
      return notice;
    },
    async markSending(leaseId, leaseMs) {
      at("all but the end of the mail has left");
      const isMine = await outbox.markSending(leaseId, leaseMs);
      at("the notice is marked as being sent");
      return isMine;
    },
    async markSent(id) {
      at("the mail server has taken the mail");
      await outbox.markSent(id);
      at("the notice is marked as sent");
    },
  };
}

const store = await openStore(start.place);
const notifier = createNotifier({
  outbox: watched(store.outbox),
  alerts: store.alerts,
  alertChannels: null,
  settings: { mail: start.mail, webhook: null },
  upstream: createUpstream(),
  onExposed: () => {},
  onAlert: () => {},
  onDelivery: (delivery) => writeSync(1, `${JSON.stringify(delivery)}\n`),
  onProblem: (error) => writeSync(2, `${String(error)}\n`),
});
const exposed = await store.keys.expose({
  organisationId: null,
  hashes: [start.hash],
  actorIn,
  sightingOf: () => ({ source: "test", url: null }),
  disable: false,
  noticesOf(key) {
    at("the key is marked, its transaction is open");
    return notifier.aboutExposedKey(key);
  },
});
at("the transaction is committed");
notifier.exposed(exposed);
// Keeps the process alive until it is killed.
setInterval(() => {}, 60_000);

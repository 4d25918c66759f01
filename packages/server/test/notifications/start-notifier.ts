import type { NotificationSettings } from "../../src/configuration/configuration.ts";
import type { Delivery } from "../../src/notifications/channel.ts";
import { createNotifier, type NotifierParts } from "../../src/notifications/notifier.ts";
import type { Alert } from "../../src/store/ports/alerts.ts";
import type { Store } from "../../src/store/store.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";

/** A notifier that tries again at once, with what it has done. */
export function startNotifier(
  store: Pick<Store, "outbox" | "alerts">,
  settings: Partial<NotificationSettings>,
  change: Partial<NotifierParts> = {},
) {
  const upstream = createUpstream();
  const deliveries: Delivery[] = [];
  const told: Alert[] = [];
  const problems: unknown[] = [];
  const notifier = createNotifier(
    {
      outbox: store.outbox,
      alerts: store.alerts,
      settings: { mail: null, webhook: null, ...settings },
      alertChannels: null,
      upstream,
      onExposed: () => {},
      onAlert: (alert) => told.push(alert),
      onDelivery: (delivery) => deliveries.push(delivery),
      onProblem: (error) => problems.push(error),
      ...change,
    },
    { pollMs: 50, soonMs: 10, backOffMs: () => 0 },
  );
  return {
    ...{ notifier, deliveries, told, problems },
    async close() {
      await notifier.close();
      await upstream.close();
    },
  };
}

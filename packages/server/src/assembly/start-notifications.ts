import { differences } from "@portico/core/json/differences";
import type { Configuration } from "../configuration/configuration.ts";
import type { Delivery } from "../notifications/channel.ts";
import { createNotifier, type RunningNotifier } from "../notifications/notifier.ts";
import { createProviderWatch, type ProviderWatch } from "../notifications/provider-watch.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { EndpointFigures } from "../operations/catalogue/endpoint-figures.ts";
import type { Observer } from "../operations/gateway.ts";
import { endpointKey } from "../routing/catalog.ts";
import type { Alert } from "../store/ports/alerts.ts";
import type { ExposedKey } from "../store/ports/keys.ts";
import type { Store } from "../store/store.ts";
import type { Upstream } from "../upstream/upstream.ts";

interface NotificationParts {
  readonly store: Store;
  readonly configuration: Configuration;
  readonly log: Log;
}

interface Notifications extends Observer, Pick<EndpointFigures, "observe"> {
  readonly notifier: Pick<RunningNotifier, "aboutExposedKey" | "exposed" | "alerted">;
  /** Sends by the channels of another configuration. */
  use(configuration: Configuration): void;
  close(): Promise<void>;
}

/** Notices and alerts: what is observed of requests and of providers, and the way out to people. */
export function startNotifications(
  parts: NotificationParts,
  upstream: Upstream,
  metrics: Metrics,
): Notifications {
  let { configuration } = parts;
  let notifier = startNotifier(parts, upstream, metrics);
  let closed: Promise<void> = Promise.resolve();
  const watch = startWatch(parts, () => notifier);
  return {
    notifier: {
      aboutExposedKey: (exposed) => notifier.aboutExposedKey(exposed),
      exposed: (marked) => notifier.exposed(marked),
      alerted: () => notifier.alerted(),
    },
    observe: watch === null ? () => {} : providerObserver(() => configuration, watch),
    // What costs nothing crosses no threshold.
    generation({ costNanousd }) {
      if (costNanousd > 0) notifier.alerted();
    },
    use(next) {
      const isSame = differences(channelsOf(configuration), channelsOf(next)).length === 0;
      configuration = next;
      if (isSame) return;
      // Notices have leases: for a moment both may send.
      const former = notifier;
      closed = closed.then(() => former.close());
      notifier = startNotifier({ ...parts, configuration }, upstream, metrics);
    },
    async close() {
      await watch?.close();
      await notifier.close();
      await closed;
    },
  };
}

function channelsOf({ notifications, alerts }: Configuration) {
  return { ...notifications, channels: alerts.channels };
}

function startNotifier(
  { store, configuration, log }: NotificationParts,
  upstream: Upstream,
  metrics: Metrics,
): RunningNotifier {
  return createNotifier({
    outbox: store.outbox,
    alerts: store.alerts,
    settings: configuration.notifications,
    alertChannels: configuration.alerts.channels,
    upstream,
    onExposed(exposed) {
      metrics.exposedKey();
      logExposedKey(log, exposed);
    },
    onAlert(alert) {
      metrics.alert(alert);
      logAlert(log, alert);
    },
    onDelivery(delivery) {
      metrics.delivery(delivery);
      logDelivery(log, delivery);
    },
    onProblem: (error) => log.error({ error }, "notices wait for the store"),
  });
}

function startWatch(
  { store, configuration, log }: NotificationParts,
  notifier: () => RunningNotifier,
): ProviderWatch | null {
  const { alerts, routing } = configuration;
  if (alerts.providerDownMs === null) return null;
  let organisationId: string | null = null;
  return createProviderWatch({
    alerts: store.alerts,
    noticesOf: (alert) => notifier().aboutAlert(alert),
    async organisationId() {
      organisationId ??= (await store.firstIdentity())?.organisationId ?? null;
      return organisationId;
    },
    downMs: alerts.providerDownMs,
    failuresToOpen: routing.failuresToOpen,
    onWritten: () => notifier().alerted(),
    onProblem: (error) => log.error({ error }, "the state of providers waits for the store"),
  });
}

/** Not of the sandbox, which fails where it is asked to. */
function providerObserver(
  configuration: () => Configuration,
  watch: ProviderWatch,
): EndpointFigures["observe"] {
  let places = placesIn(configuration());
  let known = configuration();
  return (endpoint, { succeeded }) => {
    if (known !== configuration()) {
      known = configuration();
      places = placesIn(known);
    }
    const place = places.get(endpoint);
    if (place !== undefined) watch.observe(place.provider, place.id, succeeded);
  };
}

function placesIn({ catalog, providers }: Configuration) {
  const sandboxes = providers.filter(({ kind }) => kind === "sandbox").map(({ name }) => name);
  return new Map(
    [...catalog.models.values()].flatMap(({ id, endpoints }) =>
      endpoints
        .filter(({ provider }) => !sandboxes.includes(provider))
        .map((endpoint) => [endpointKey(endpoint), { provider: endpoint.provider, id }] as const),
    ),
  );
}

/** Logs an exposed key as a warning, for alerts on the log where no other channel is configured. */
function logExposedKey(log: Log, { key, isKeptAsLast }: ExposedKey): void {
  const { id, kind, disabled, exposedSource } = key;
  log.warn(
    { key: { id, kind, disabled }, source: exposedSource, keptAsLast: isKeptAsLast },
    "a key was found exposed",
  );
}

/** Without names: a key's name and an end user's are for the people who read the alert. */
function logAlert(log: Log, { id, kind, thresholdPercent, period }: Alert): void {
  log.warn({ alert: { id, kind, thresholdPercent, period } }, "an alert was written");
}

const messages = {
  sent: "a notice was sent",
  retried: "a notice could not be sent, and will be tried again",
  failed: "a notice could not be sent, and was given up",
} as const;
const levels = { sent: "info", retried: "warn", failed: "error" } as const;

function logDelivery(log: Log, { notice, outcome, error }: Delivery): void {
  log[levels[outcome]]({ notice, ...(error === null ? {} : { reason: error }) }, messages[outcome]);
}

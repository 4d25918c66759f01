import type { AlertSettings, NotificationSettings } from "../configuration/configuration.ts";
import type { Notifier } from "../operations/gateway.ts";
import type { Alert, AlertStore, AlertToTell } from "../store/ports/alerts.ts";
import type { ExposedKey } from "../store/ports/keys.ts";
import type { NewNotice, OutboxStore } from "../store/ports/outbox.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { type AlertLoopOptions, createAlertLoop } from "./alert-loop.ts";
import { noticesAboutAlert } from "./alert-notices.ts";
import type { Channel } from "./channel.ts";
import { createDispatcher, type DeliverParts, type DispatcherOptions } from "./dispatcher.ts";
import { exposedKeyKind, toExposedKeyFacts } from "./exposed-key-notice.ts";
import { createMailChannel } from "./mail-channel.ts";
import { createWebhookChannel } from "./webhook-channel.ts";

export interface NotifierParts extends Pick<DeliverParts, "onDelivery" | "onProblem"> {
  readonly outbox: OutboxStore;
  readonly alerts: Pick<AlertStore, "fanOut">;
  readonly settings: NotificationSettings;
  readonly alertChannels: AlertSettings["channels"];
  readonly upstream: Upstream;
  readonly onExposed: (exposed: ExposedKey) => void;
  readonly onAlert: (alert: Alert) => void;
}

export interface RunningNotifier extends Notifier {
  /** An alert may have been written, or notices about one. */
  alerted(): void;
  /** The notices to store with an alert: one for each channel that alerts are sent to. */
  aboutAlert(alert: AlertToTell): readonly NewNotice[];
  close(): Promise<void>;
}

/** Writes notices for the configured channels, and sends them. */
export function createNotifier(
  all: NotifierParts,
  options: AlertLoopOptions & DispatcherOptions = {},
): RunningNotifier {
  const { settings, upstream, onExposed, onAlert, alerts, ...parts } = all;
  const channels = channelsOf(settings, upstream);
  const names = channels.map(({ name }) => name);
  const dispatchers = channels.map((channel) => createDispatcher({ ...parts, channel }, options));
  const sendSoon = () => {
    for (const dispatcher of dispatchers) dispatcher.nudge();
  };
  const alertChannels = names.filter((name) => all.alertChannels?.includes(name) ?? true);
  const aboutAlert = (alert: AlertToTell) => noticesAboutAlert(alert, alertChannels);
  const loop = createAlertLoop(
    {
      alerts,
      noticesOf: aboutAlert,
      onProblem: parts.onProblem,
      onTold(told) {
        told.forEach(onAlert);
        sendSoon();
      },
    },
    options,
  );
  return {
    aboutExposedKey: (exposed) => names.map((name) => noticeOf(exposed, name)),
    exposed(marked) {
      marked.forEach(onExposed);
      if (marked.length > 0) sendSoon();
    },
    aboutAlert,
    alerted: () => loop.nudge(),
    async close() {
      await loop.close();
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.close()));
    },
  };
}

function channelsOf({ mail, webhook }: NotificationSettings, upstream: Upstream): Channel[] {
  return [
    ...(mail === null ? [] : [createMailChannel(mail)]),
    ...(webhook === null ? [] : [createWebhookChannel(webhook, upstream)]),
  ];
}

function noticeOf(exposed: ExposedKey, channel: Channel["name"]): NewNotice {
  return {
    kind: exposedKeyKind,
    channel,
    recipient: channel === "email" ? exposed.key.ownerEmail : null,
    payload: toExposedKeyFacts(exposed),
    dedupeKey: [
      exposedKeyKind,
      exposed.key.id,
      // The new secret of a rotated key may be found too.
      ...(exposed.key.rotatedAtMs === null ? [] : [exposed.key.rotatedAtMs]),
      channel,
    ].join(":"),
  };
}

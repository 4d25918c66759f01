import type { NotificationSettings } from "../configuration/notifications.ts";
import type { Notifier } from "../operations/gateway.ts";
import type { ExposedKey } from "../store/ports/keys.ts";
import type { NewNotice, OutboxStore } from "../store/ports/outbox.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { Channel } from "./channel.ts";
import type { DeliverParts } from "./deliver.ts";
import { createDispatcher } from "./dispatcher.ts";
import { exposedKeyKind, toExposedKeyFacts } from "./exposed-key-notice.ts";
import { createMailChannel } from "./mail-channel.ts";
import { createWebhookChannel } from "./webhook-channel.ts";

export interface NotifierParts extends Pick<DeliverParts, "onDelivery" | "onProblem"> {
  readonly outbox: OutboxStore;
  readonly settings: NotificationSettings;
  readonly upstream: Upstream;
  readonly onExposed: (exposed: ExposedKey) => void;
}

export interface RunningNotifier extends Notifier {
  close(): Promise<void>;
}

/** Writes notices for the configured channels, and sends them. */
export function createNotifier(all: NotifierParts): RunningNotifier {
  const { settings, upstream, onExposed, ...parts } = all;
  const channels = channelsOf(settings, upstream);
  const dispatchers = channels.map((channel) => createDispatcher({ ...parts, channel }));
  return {
    aboutExposedKey: (exposed) => channels.map(({ name }) => noticeOf(exposed, name)),
    exposed(marked) {
      marked.forEach(onExposed);
      if (marked.length > 0) for (const dispatcher of dispatchers) dispatcher.nudge();
    },
    async close() {
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
      ...[exposedKeyKind, exposed.key.id],
      // The new secret of a rotated key may be found too.
      ...(exposed.key.rotatedAtMs === null ? [] : [exposed.key.rotatedAtMs]),
      channel,
    ].join(":"),
  };
}

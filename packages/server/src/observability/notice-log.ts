import type { Delivery } from "../notifications/channel.ts";
import type { Alert } from "../store/ports/alerts.ts";
import type { ExposedKey } from "../store/ports/keys.ts";
import type { Log } from "./log.ts";

/** Logs an exposed key as a warning, for alerts on the log where no other channel is configured. */
export function logExposedKey(log: Log, { key, isKeptAsLast }: ExposedKey): void {
  const { id, kind, disabled, exposedSource } = key;
  log.warn(
    { key: { id, kind, disabled }, source: exposedSource, keptAsLast: isKeptAsLast },
    "a key was found exposed",
  );
}

/** Without names: a key's name and an end user's are for the people who read the alert. */
export function logAlert(log: Log, { id, kind, thresholdPercent, period }: Alert): void {
  log.warn({ alert: { id, kind, thresholdPercent, period } }, "an alert was written");
}

const messages = {
  sent: "a notice was sent",
  retried: "a notice could not be sent, and will be tried again",
  failed: "a notice could not be sent, and was given up",
} as const;
const levels = { sent: "info", retried: "warn", failed: "error" } as const;

export function logDelivery(log: Log, { notice, outcome, error }: Delivery): void {
  log[levels[outcome]]({ notice, ...(error === null ? {} : { reason: error }) }, messages[outcome]);
}

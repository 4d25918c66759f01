import type { Problem } from "@portico/core/configuration/source";
import { isThisMachine } from "../networks.ts";
import { toPublicKey } from "../secrets/public-keys.ts";
import type {
  AlertSettings,
  ExposedKeySettings,
  MailSettings,
  NotificationSettings,
} from "./configuration.ts";
import type { Path, SourceDocument } from "./document.ts";
import { nameOf } from "./explain.ts";
import type { ConfigurationFile } from "./schema.ts";

type Report = (path: Path, message: string) => void;
type SmtpEntry = NonNullable<ConfigurationFile["notifications"]["smtp"]>;

const ports = { starttls: 587, implicit: 465, none: 25 } as const;

export function buildNotifications(
  file: ConfigurationFile,
  source: SourceDocument,
  problems: Problem[],
): {
  readonly notifications: NotificationSettings;
  readonly alerts: AlertSettings;
  readonly exposedKeys: ExposedKeySettings;
} {
  const report: Report = (path, message) =>
    problems.push({ ...source.placeOf(path), message: `${nameOf(path)}: ${message}` });
  const { smtp, to, webhook = null } = file.notifications;
  const mail = smtp === undefined ? null : buildMail(smtp, to ?? [], report);
  const { on_exposed: onExposed, github } = file.exposed_keys;
  return {
    notifications: { mail, webhook },
    alerts: buildAlerts(file, report),
    exposedKeys: { onExposed, github: buildGithub(github, report) },
  };
}

const nanousdPerUsd = 1e9;

function buildAlerts({ alerts, notifications }: ConfigurationFile, report: Report): AlertSettings {
  const { thresholds, unbilled_usd: unbilled, provider_down_seconds: seconds } = alerts;
  const needed = { email: "smtp", webhook: "webhook" } as const;
  const { channels = null } = alerts;
  for (const [index, channel] of (channels ?? []).entries()) {
    const setting = needed[channel];
    if (notifications[setting] === undefined)
      report(
        ["alerts", "channels", index],
        `"${channel}" is not set up: write notifications.${setting}, or leave the channel out.`,
      );
  }
  return {
    thresholds: thresholds.toSorted((one, other) => one - other),
    unbilledNanousd: unbilled === null ? null : Math.round(unbilled * nanousdPerUsd),
    providerDownMs: seconds === null ? null : seconds * 1000,
    channels,
  };
}

function buildMail(smtp: SmtpEntry, to: readonly string[], report: Report): MailSettings {
  const tls = smtp.tls ?? (smtp.port === ports.implicit ? "implicit" : "starttls");
  const path = ["notifications", "smtp"];
  if (to.length === 0)
    report(["notifications"], "to is missing: the recipient of mail about keys without an owner.");
  if ((smtp.user === undefined) !== (smtp.password === undefined))
    report(path, "user and password belong together: write both or neither.");
  if (tls === "none" && smtp.password !== undefined && !isThisMachine(smtp.host))
    report(
      [...path, "tls"],
      "none would send the password in the clear: write starttls or implicit.",
    );
  return {
    host: smtp.host,
    port: smtp.port ?? ports[tls],
    tls,
    credentials:
      smtp.user === undefined || smtp.password === undefined
        ? null
        : { user: smtp.user, password: smtp.password },
    ca: smtp.ca ?? null,
    from: smtp.from,
    to,
  };
}

function buildGithub(
  github: ConfigurationFile["exposed_keys"]["github"],
  report: Report,
): ExposedKeySettings["github"] {
  if (github === undefined) return null;
  const { public_keys_url: publicKeysUrl, public_keys: listed } = github;
  const path = ["exposed_keys", "github"];
  if ((publicKeysUrl === undefined) === (listed === undefined))
    report(path, "write either public_keys_url or public_keys.");
  if (publicKeysUrl !== undefined) return { publicKeysUrl };
  const publicKeys = (listed ?? []).map((entry, index) => {
    if (toPublicKey(entry.key) === null)
      report(
        [...path, "public_keys", index, "key"],
        "must be a public key on the curve P-256, in PEM.",
      );
    return { identifier: entry.key_identifier, pem: entry.key };
  });
  return { publicKeys };
}

import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type {
  AlertSettings,
  Configuration,
  MailSettings,
  NotificationSettings,
} from "../../configuration/configuration.ts";
import { openSmtpSession } from "../../notifications/smtp-session.ts";
import { fetchPublishedKeys } from "../../upstream/published-keys.ts";
import { createUpstream } from "../../upstream/upstream.ts";
import { type Finding, failed, messageOf, ok, warning } from "./finding.ts";

const timeoutMs = 20_000;

/** Checks that people can be notified, and that a scanner's signature can be checked. Sends nothing. */
export async function checkNotifications({
  notifications,
  alerts,
  exposedKeys: { github },
}: Configuration): Promise<readonly Finding[]> {
  const { mail, webhook } = notifications;
  const hook = webhook === null ? [] : [checkWebhook(webhook.url)];
  const scanner =
    github !== null && "publicKeysUrl" in github ? [checkScanner(github.publicKeysUrl)] : [];
  return [
    await (mail === null ? noMail(webhook !== null) : checkMail(mail)),
    ...(await Promise.all(hook)),
    checkAlerts(notifications, alerts),
    ...(await Promise.all(scanner)),
  ];
}

function noMail(hasWebhook: boolean): Finding {
  const who = hasWebhook ? "owners get no mail" : "no notice is sent";
  return warning("mail", `no notifications.smtp: ${who} when a key is found exposed`);
}

function checkAlerts({ mail, webhook }: NotificationSettings, alerts: AlertSettings): Finding {
  const set = [...(mail === null ? [] : ["email"]), ...(webhook === null ? [] : ["webhook"])];
  const channels = set.filter((name) => alerts.channels?.some((one) => one === name) ?? true);
  if (channels.length === 0)
    return warning("alerts", "no channel: alerts are only listed, by portico alerts");
  const at = alerts.thresholds.map((percent) => `${percent} %`).join(", ");
  return ok("alerts", `go out by ${channels.join(" and ")}; of limits at ${at || "no threshold"}`);
}

async function checkMail(mail: MailSettings): Promise<Finding> {
  const where = `${mail.host}:${mail.port}`;
  try {
    const session = await openSmtpSession(mail, AbortSignal.timeout(timeoutMs));
    session.close();
    const login = mail.credentials === null ? "" : ", and accepts the login";
    return ok("mail", `${where} answers (${mail.tls})${login}`);
  } catch (error) {
    return failed("mail", `${where}: ${messageOf(error)}`);
  }
}

async function checkScanner(url: string): Promise<Finding> {
  const upstream = createUpstream();
  try {
    const keys = await fetchPublishedKeys(upstream, url);
    return ok("scanner", `GitHub's secret scanning: ${keys.length} public keys`);
  } catch (error) {
    return failed("scanner", `${new URL(url).host}: ${messageOf(error)}`);
  } finally {
    await upstream.close();
  }
}

const connectTimeoutMs = 10_000;

/** Connects, over TLS where the address says so, and sends nothing. */
async function checkWebhook(address: string): Promise<Finding> {
  const { protocol, hostname, port, host } = new URL(address);
  const isSecure = protocol === "https:";
  const name = hostname.replace(/^\[|\]$/g, "");
  const to = { host: name, port: Number(port) || (isSecure ? 443 : 80) };
  const socket = isSecure ? connectSecurely(to) : connect(to);
  try {
    await once(socket, isSecure ? "secureConnect" : "connect", {
      signal: AbortSignal.timeout(connectTimeoutMs),
    });
    return ok("webhook", `notices go to ${host}, which answers`);
  } catch (error) {
    return failed("webhook", `${host}: ${messageOf(error)}`);
  } finally {
    socket.destroy();
  }
}

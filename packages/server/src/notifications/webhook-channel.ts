import { createHmac } from "node:crypto";
import type { WebhookSettings } from "../configuration/configuration.ts";
import type { LeasedNotice } from "../store/ports/outbox.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { Channel } from "./channel.ts";

const timeouts = { connectMs: 10_000, firstByteMs: 20_000, idleMs: 10_000, totalMs: 30_000 };

/** Posts notices in the form of https://www.standardwebhooks.com, so that receivers can check them with a library. */
export function createWebhookChannel(
  { url, secret }: WebhookSettings,
  upstream: Upstream,
): Channel {
  const key = keyOf(secret);
  return {
    name: "webhook",
    async send(notice, { commit, signal }) {
      const body = bodyOf(notice);
      const seconds = String(Math.floor(Date.now() / 1000));
      const headers = {
        "content-type": "application/json",
        "user-agent": "portico",
        "webhook-id": notice.id,
        "webhook-timestamp": seconds,
        "webhook-signature": `v1,${sign(key, `${notice.id}.${seconds}.${body}`)}`,
      };
      await commit();
      const reply = await upstream.request({
        url,
        headers,
        body,
        signal,
        timeouts,
        operatorUrl: url,
      });
      reply.close();
      if (reply.status < 200 || reply.status > 299)
        throw new Error(`The webhook answered ${reply.status}.`);
    },
  };
}

function bodyOf({ kind, payload, createdAtMs }: LeasedNotice): string {
  return JSON.stringify({
    type: kind,
    timestamp: new Date(createdAtMs).toISOString(),
    data: payload,
  });
}

/** Base64 after `whsec_`, or the text itself. */
function keyOf(secret: string): Buffer {
  const prefix = "whsec_";
  return secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), "base64")
    : Buffer.from(secret);
}

function sign(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64");
}

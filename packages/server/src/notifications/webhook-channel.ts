import type { WebhookSettings } from "../configuration/configuration.ts";
import { signedHeaders } from "../secrets/webhook-signature.ts";
import type { LeasedNotice } from "../store/ports/outbox.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { Channel } from "./channel.ts";

const timeouts = { connectMs: 10_000, firstByteMs: 20_000, idleMs: 10_000, totalMs: 30_000 };

/** Posts notices, signed. */
export function createWebhookChannel(
  { url, secret }: WebhookSettings,
  upstream: Upstream,
): Channel {
  return {
    name: "webhook",
    async send(notice, { commit, signal }) {
      const body = bodyOf(notice);
      const headers = signedHeaders(secret, { id: notice.id, body });
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

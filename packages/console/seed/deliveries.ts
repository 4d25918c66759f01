import type { Schema } from "@portico/client";
import type { Random } from "./random.ts";
import { hourMs, iso, minuteMs } from "./time.ts";

type Delivery = Schema<"AlertDelivery">;
type Delivered = Pick<Schema<"Alert">, "state" | "deliveries">;

/** The notices of an alert: a mail that arrives, and a webhook that at times does not, or not yet. */
export function deliveries(
  type: string,
  atMs: number,
  nowMs: number,
  random: Random,
  recipient: string | null = null,
): Delivered {
  const mail: Delivery = {
    ...{ channel: "email", type, recipient, state: "sent", attempts: 1, last_error: null },
    ...{ next_attempt_at: null, sent_at: iso(atMs + 2 * minuteMs) },
  };
  const webhook = webhookOf(type, atMs, nowMs, random());
  const { state } = webhook;
  return {
    state: state === "failed" || state === "sent" ? state : "waiting",
    deliveries: [mail, webhook],
  };
}

function webhookOf(type: string, atMs: number, nowMs: number, draw: number): Delivery {
  const hook = { channel: "webhook", type, recipient: null } as const;
  // Whether it arrives is known after a day at the latest.
  if (nowMs - atMs < 30 * hourMs && draw < 0.6)
    return {
      ...{ ...hook, state: "waiting", attempts: 3, sent_at: null },
      last_error: "hooks.example.com answered 503.",
      next_attempt_at: iso(nowMs + 7 * minuteMs),
    };
  if (draw < 0.12)
    return {
      ...{ ...hook, state: "failed", attempts: 8, next_attempt_at: null, sent_at: null },
      last_error: "The connection to hooks.example.com was refused.",
    };
  return {
    ...{ ...hook, state: "sent", attempts: draw < 0.3 ? 2 : 1, last_error: null },
    ...{ next_attempt_at: null, sent_at: iso(atMs + 3 * minuteMs) },
  };
}

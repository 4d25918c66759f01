import type { AlertToTell } from "../store/ports/alerts.ts";
import type { NewNotice } from "../store/ports/outbox.ts";
import { type AlertFacts, toAlertFacts } from "./alert-facts.ts";
import { blockingMail, budgetMail } from "./budget-mail.ts";
import type { Channel } from "./channel.ts";
import type { MailText } from "./mail-text.ts";
import { providerDownMail, providerRestoredMail } from "./provider-mail.ts";
import { unbilledMail } from "./unbilled-mail.ts";

/** The mail for each kind of notice about an alert, which is also the webhook's `type`. */
export const alertMails: Readonly<
  Record<string, (facts: AlertFacts, noticeId: string) => MailText>
> = {
  "budget.threshold": budgetMail,
  "limit.blocking": blockingMail,
  "unbilled.threshold": unbilledMail,
  "provider.down": providerDownMail,
  "provider.restored": providerRestoredMail,
};

/** One notice for each channel. The mail goes to the owner of the key, and to the operator. */
export function noticesAboutAlert(
  alert: AlertToTell,
  channels: readonly Channel["name"][],
): readonly NewNotice[] {
  const kind = kindOf(alert);
  // An exposed key has the notices that were written with its mark.
  if (kind === null) return [];
  const payload = toAlertFacts(alert);
  return channels.map((channel) => ({
    kind,
    channel,
    recipient: channel === "email" ? alert.ownerEmail : null,
    payload,
    dedupeKey: ["alert", alert.id, kind, channel].join(":"),
  }));
}

function kindOf({ kind, resolvedAtMs }: AlertToTell): string | null {
  switch (kind) {
    case "budget":
      return "budget.threshold";
    case "limit_blocking":
      return "limit.blocking";
    case "unbilled":
      return "unbilled.threshold";
    case "provider_down":
      return resolvedAtMs === null ? "provider.down" : "provider.restored";
    case "key_exposed":
      return null;
  }
}

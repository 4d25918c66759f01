import type { AlertToTell } from "../store/ports/alerts.ts";
import type { NewNotice } from "../store/ports/outbox.ts";
import { type AlertFacts, toAlertFacts } from "./alert-facts.ts";
import { blockingMail, budgetMail } from "./budget-mail.ts";
import type { Channel } from "./channel.ts";
import { dollars, listOf, type MailText, timeOf, toMail } from "./mail-text.ts";
import { providerDownMail, providerRestoredMail } from "./provider-mail.ts";

/** The mail about bills above what was held for their requests, for which no key is charged. */
function unbilledMail(facts: AlertFacts, noticeId: string): MailText {
  const spent = dollars(facts.spent ?? 0);
  const lines = [
    `Providers have billed ${spent} on ${facts.period} above what was held for the requests. No key is`,
    "charged for it: you pay it.",
    "",
    ...listOf([
      ["Unbilled", spent],
      ["Notice at", `${dollars(facts.limit ?? 0)} a day (alerts.unbilled_usd in portico.yaml)`],
      ["Day", `${facts.period}, in UTC`],
      ["Noticed", timeOf(facts.created_at)],
    ]),
    "",
    "A model's entry says less than its provider counts, or the provider ignores a limit that it was given.",
    "",
    "What you can do:",
    "",
    "1. See which models and providers: portico activity --by model,provider",
    '2. Find the requests in the log: "a request cost more than was held for it"',
    "3. Correct context_length, max_output_tokens, tokens_per_image or the price's steps and tiers of that",
    "   model in portico.yaml: /docs/operating.html at the address of your gateway",
  ];
  return toMail(`${spent} was billed that no key is charged for`, lines, noticeId);
}

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

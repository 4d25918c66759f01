import { z } from "zod";
import type { AlertToTell } from "../store/ports/alerts.ts";
import type { NewNotice } from "../store/ports/outbox.ts";
import { type AlertFacts, toAlertFacts } from "./alert-facts.ts";
import { blockingMail, budgetMail } from "./budget-mail.ts";
import type { Channel } from "./channel.ts";
import { dollars, listOf, type MailText, oneLine, timeOf, toMail } from "./mail-text.ts";

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
  "canary.rolled_back": canaryMail,
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
    case "canary_rolled_back":
      return "canary.rolled_back";
    case "key_exposed":
      return null;
  }
}

const outageFacts = z.object({
  since: z.string().catch("not known"),
  failures: z.number().catch(0),
  models: z.array(z.string()).catch([]),
});

function providerDownMail(facts: AlertFacts, noticeId: string): MailText {
  const name = oneLine(facts.subject_name);
  const { since, failures, models } = outageFacts.parse(facts.details);
  const lines = [
    `No request to the provider "${name}" has succeeded since ${timeOf(since)}.`,
    "",
    ...listOf([
      ["Provider", name],
      ["Failures", `${failures} in a row`],
      ["Models", oneLine(models.join(", "))],
      ["Noticed", timeOf(facts.created_at)],
    ]),
    "",
    "Models that other providers serve too are served by those. Requests for other models fail.",
    "",
    "What you can do:",
    "",
    "1. See how the providers are: portico providers list",
    "2. Check its credential and its address: portico doctor",
    "3. Read the provider's own page about its state, or take it out of portico.yaml",
    "",
    "You get one more notice when it answers again.",
  ];
  return toMail(`The provider "${name}" does not answer`, lines, noticeId);
}

const rollBackFacts = z.object({
  to: z.string().catch("another model"),
  reason: z.string().catch("failures"),
  requests: z.number().catch(0),
  failures: z.number().catch(0),
  slow: z.number().catch(0),
  version: z.number().catch(0),
});

function canaryMail(facts: AlertFacts, noticeId: string): MailText {
  const route = oneLine(facts.subject_name);
  const { reason, requests, failures, slow, version, ...found } = rollBackFacts.parse(
    facts.details,
  );
  const to = oneLine(found.to);
  const lines = [
    `"${to}" does worse as the canary of "${route}" than it may: it gets no further requests.`,
    "",
    ...listOf([
      ["Requests", String(requests)],
      ["Failures", String(failures)],
      ["Too slow", String(slow)],
      ["Reason", oneLine(reason)],
      ["Version", `${version} of the configuration`],
      ["Noticed", timeOf(facts.created_at)],
    ]),
    "",
    "Its callers were served by the usual model.",
    "",
    "What you can do:",
    "",
    `1. See what failed: portico requests --model ${to} --failed`,
    "2. Take it out of canaries, or correct it: another version of the configuration tries it again",
  ];
  return toMail(`The canary of "${route}" was rolled back`, lines, noticeId);
}

function providerRestoredMail(facts: AlertFacts, noticeId: string): MailText {
  const name = oneLine(facts.subject_name);
  const { since } = outageFacts.parse(facts.details);
  const lines = [
    `The provider "${name}" answers again.`,
    "",
    ...listOf([
      ["Provider", name],
      ["Failed from", timeOf(since)],
      ["Until", timeOf(facts.resolved_at ?? facts.created_at)],
    ]),
    "",
    "There is nothing to do. What failed in between: portico activity --by provider",
  ];
  return toMail(`The provider "${name}" answers again`, lines, noticeId);
}

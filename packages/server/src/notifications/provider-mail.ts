import { z } from "zod";
import type { AlertFacts } from "./alert-facts.ts";
import { listOf, type MailText, oneLine, timeOf, toMail } from "./mail-text.ts";

const outageFacts = z.object({
  since: z.string().catch("not known"),
  failures: z.number().catch(0),
  models: z.array(z.string()).catch([]),
});

export function providerDownMail(facts: AlertFacts, noticeId: string): MailText {
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

export function providerRestoredMail(facts: AlertFacts, noticeId: string): MailText {
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

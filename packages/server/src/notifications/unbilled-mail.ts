import type { AlertFacts } from "./alert-facts.ts";
import { dollars, listOf, type MailText, timeOf, toMail } from "./mail-text.ts";

/** The mail about bills above what was held for their requests, for which no key is charged. */
export function unbilledMail(facts: AlertFacts, noticeId: string): MailText {
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

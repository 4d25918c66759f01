import { expect, it } from "vitest";
import type { AlertToTell } from "../store/ports/alerts.ts";
import { toAlertFacts } from "./alert-facts.ts";
import { alertMails, noticesAboutAlert } from "./alert-notices.ts";

const alert: AlertToTell = {
  id: "a-1",
  workspaceId: "w-1",
  workspaceName: "Default",
  ownerEmail: null,
  kind: "budget",
  subject: "key:12",
  subjectName: "Search",
  thresholdPercent: 80,
  period: "2026-11",
  resetsAtMs: Date.parse("2026-12-01"),
  limitNanousd: 10_000_000_000,
  spentNanousd: 8_120_000_000,
  details: {},
  createdAtMs: Date.parse("2026-11-22T14:05:00Z"),
  resolvedAtMs: null,
};

function mailFor(change: Partial<AlertToTell>) {
  const changed = { ...alert, ...change };
  const [notice] = noticesAboutAlert(changed, ["email"]);
  return alertMails[notice?.kind ?? ""]?.(toAlertFacts(changed), "n-1");
}

it("a mail about a key's limit says what happened, what is left, when it resets and what to do", () => {
  expect(mailFor({})).toEqual({
    subject: 'The API key "Search" has spent 80 % of its limit',
    text: `The API key "Search" has spent 80 % of its limit of $10.00, or more.

Limit:      $10.00, for 2026-11
Spent:      $8.12
Left:       $1.88
Resets:     2026-12-01 00:00 UTC
Key:        number 12
Workspace:  Default
Noticed:    2026-11-22 14:05 UTC

When nothing is left, requests get status 402 until 2026-12-01 00:00 UTC, or until the limit is raised. Nothing stops before that.

What you can do:

1. See what it was spent on: portico activity --api-key 12 --by day,model
2. Raise the limit: portico keys update 12 --limit <US dollars>
3. Read how limits work: /docs/limits.html at the address of your gateway

This is notice n-1. Should it reach you twice, it is the same notice.
`,
  });
});

it("a mail about a canary that was rolled back says what failed", () => {
  const details = { to: "a/new", reason: "failures", requests: 14, failures: 3, slow: 0 };
  const mail = mailFor({
    ...{ kind: "canary_rolled_back", subject: "canary:a/old", subjectName: "a/old" },
    ...{ workspaceId: null, workspaceName: null, details: { ...details, version: 12 } },
  });
  expect(mail?.subject).toBe('The canary of "a/old" was rolled back');
  expect(mail?.text).toContain("Failures:  3\n");
  expect(mail?.text).toContain("Version:   12 of the configuration\n");
  expect(mail?.text).toContain("portico requests --model a/new --failed");
});

it("a mail about a limit without a period does not promise a reset, and small amounts are exact", () => {
  const mail = mailFor({
    period: "all",
    resetsAtMs: null,
    limitNanousd: 2_000,
    spentNanousd: 2_000,
  });
  expect(mail?.subject).toBe('The API key "Search" has spent its limit');
  expect(mail?.text).toContain("Limit:      $0.000002\n");
  expect(mail?.text).toContain("Left:       $0.00\n");
  expect(mail?.text).toContain("Resets:     never: the limit is for all time\n");
  expect(mail?.text).toContain(
    "Nothing is left: requests get status 402 until the limit is raised.",
  );
});

it("a mail names the workspace, the end user or the organisation whose budget it is", () => {
  const budget = { subject: "budget:b-1", subjectName: "Team" };
  expect(mailFor(budget)?.subject).toBe('The workspace "Default" has spent 80 % of its limit');
  expect(mailFor(budget)?.text).toContain("portico budgets update b-1 --limit <US dollars>");
  const endUser = { ...budget, subject: "budget:b-1:u:7", details: { end_user: "u:7" } };
  expect(mailFor(endUser)?.subject).toBe('The end user "u:7" has spent 80 % of its limit');
  expect(mailFor(endUser)?.text).toContain("portico budgets update b-1 ");
  const credits = { subject: "credits", workspaceId: null, workspaceName: null };
  expect(mailFor(credits)?.subject).toBe("Your organisation has spent 80 % of its limit");
  expect(mailFor(credits)?.text).toContain("portico credits grant");
});

it("a mail about a limit that refuses requests says what is left and until when", () => {
  const mail = mailFor({ kind: "limit_blocking", thresholdPercent: null });
  expect(mail?.subject).toBe('The API key "Search" has too little left of its limit');
  expect(mail?.text).toContain(
    'The API key "Search" has less left of its limit of $10.00 than a request needs: it was refused.',
  );
  expect(mail?.text).toContain("Left:       $1.88\n");
  expect(mail?.text).toContain(
    "Requests that need more than is left get status 402 until 2026-12-01 00:00 UTC, or until the limit is raised.",
  );
});

it("a mail about unbilled amounts says who pays", () => {
  const mail = mailFor({
    kind: "unbilled",
    subject: "unbilled",
    period: "2026-11-22",
    limitNanousd: 1_000_000_000,
    spentNanousd: 1_230_000_000,
  });
  expect(mail?.subject).toBe("$1.23 was billed that no key is charged for");
  expect(mail?.text).toContain("you pay it");
  expect(mail?.text).toContain("$1.00 a day (alerts.unbilled_usd in portico.yaml)");
});

it("a provider has one mail when it fails and one when it answers again", () => {
  const down = {
    kind: "provider_down",
    subject: "provider:acme",
    subjectName: "acme",
    details: { since: "2026-11-22T13:55:00.000Z", failures: 7, models: ["acme/large"] },
  } as const;
  expect(mailFor(down)?.subject).toBe('The provider "acme" does not answer');
  expect(mailFor(down)?.text).toContain(
    'No request to the provider "acme" has succeeded since 2026-11-22 13:55 UTC.',
  );
  expect(mailFor(down)?.text).toContain("acme/large");
  const again = mailFor({ ...down, resolvedAtMs: Date.parse("2026-11-22T15:00:00Z") });
  expect(again?.subject).toBe('The provider "acme" answers again');
  expect(again?.text).toContain("Until:        2026-11-22 15:00 UTC");
});

it("a name cannot add a line to a mail", () => {
  const mail = mailFor({ subjectName: "Search\r\nLeft: $99.00\u2028", workspaceName: "a\nb" });
  expect(mail?.subject).not.toMatch(/[\r\n]/);
  expect(mail?.text).not.toMatch(/^Left: \$99/m);
  expect(mail?.text).toContain("Workspace:  a b");
});

it("a notice has one name for each alert, kind and channel", () => {
  const keys = (change: Partial<AlertToTell>) =>
    noticesAboutAlert({ ...alert, ...change }, ["email", "webhook"]).map(
      ({ dedupeKey }) => dedupeKey,
    );
  const outage = { kind: "provider_down" } as const;
  const all = [keys({}), keys({ id: "a-2" }), keys(outage), keys({ ...outage, resolvedAtMs: 1 })];
  expect(new Set(all.flat()).size).toBe(8);
  expect(keys({ kind: "key_exposed" })).toEqual([]);
});
